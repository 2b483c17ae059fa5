import { noteFailed } from '#server/features/orders/fulfillment/note-failed.ts'
import { requestFulfillment } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { secondsAfter } from '../moments.ts'
import { at } from './at.ts'
import type { PlacedOrder } from './place.ts'

const refusal = {
  status: 'unfulfillable',
  code: 'bad_address',
  reason: 'Amazon does not accept the delivery address. Correct the address and send the order again.',
} as const

/** Amazon was asked a while after the order came in, and would not have its address. */
export async function sendInVain(operator: CompanyContext, { plan, orderId }: PlacedOrder): Promise<void> {
  const ctx = at(operator, secondsAfter(plan.placedAt, 1260))
  const driver = at({ ...ctx, actor: { type: 'job', name: 'orders.send' } }, secondsAfter(plan.placedAt, 1262))
  await ctx.transaction(async (tx) => {
    const { fulfillmentId } = await requestFulfillment(tx, ctx, { orderId, insists: false })
    await noteFailed(tx, driver, fulfillmentId, refusal)
  })
}
