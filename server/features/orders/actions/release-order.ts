import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

export async function release(tx: Tx, ctx: CompanyContext, { orderId }: { orderId: string }): Promise<void> {
  await lockForAction(tx, ctx, 'release', orderId)
  await updateOrder(tx, ctx.companyId, orderId, { heldAt: null, holdReason: null })
  await setFulfillAfter(tx, ctx.companyId, [orderId], ctx.clock.now())
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.release',
    event: 'order.released',
    description: 'Released from hold.',
    before: { isHeld: true },
    after: { isHeld: false },
  })
}

export const releaseOrder = orderAction(release)
