import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { refuseErased } from '../queries/erased-order.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { noteStep } from './note-step.ts'
import { asCall, lockForAction } from './take-step.ts'

type Hold = { orderId: string; reason: string }

export async function hold(tx: Tx, ctx: CompanyContext, { orderId, reason }: Hold): Promise<void> {
  await lockForAction(tx, ctx, 'hold', orderId)
  await refuseErased(tx, ctx.companyId, orderId)
  await updateOrder(tx, ctx.companyId, orderId, {
    heldAt: ctx.clock.now(),
    holdReason: reason,
    fulfillAfter: null,
  })
  await noteStep(tx, ctx, {
    orderId,
    action: 'order.hold',
    event: 'order.held',
    description: 'Put on hold.',
    reason,
    before: { isHeld: false },
    after: { isHeld: true, holdReason: reason },
  })
}

export const holdOrder = asCall(hold)
