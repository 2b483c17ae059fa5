import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { assertNotErased } from '../queries/erased-order.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

type HoldInput = { orderId: string; reason: string }

export async function hold(tx: Tx, ctx: CompanyContext, { orderId, reason }: HoldInput): Promise<void> {
  await lockForAction(tx, ctx, 'hold', orderId)
  await assertNotErased(tx, ctx.companyId, orderId)
  await updateOrder(tx, ctx.companyId, orderId, {
    heldAt: ctx.clock.now(),
    holdReason: reason,
    fulfillAfter: null,
  })
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.hold',
    event: 'order.held',
    description: 'Put on hold.',
    reason,
    before: { isHeld: false },
    after: { isHeld: true, holdReason: reason },
  })
}

export const holdOrder = orderAction(hold)
