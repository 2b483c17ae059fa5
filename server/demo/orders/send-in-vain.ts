import { recordFailed } from '#server/features/orders/fulfillment/record-outcome.ts'
import { requestFulfillment } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { secondsAfter } from '../moments.ts'
import { contextAt } from './at.ts'
import type { PlacedOrder } from './place.ts'

const refusal = {
  status: 'unfulfillable',
  code: 'bad_address',
  reason: 'Amazon does not accept the delivery address. Correct the address and send the order again.',
} as const

/** Amazon was asked a while after the order came in, and would not have its address. */
export async function requestRefusedFulfillment(
  operator: CompanyContext,
  { plan, orderId }: PlacedOrder,
): Promise<void> {
  const ctx = contextAt(operator, secondsAfter(plan.placedAt, 1260))
  const worker = contextAt({ ...ctx, actor: { type: 'job', name: 'orders.send' } }, secondsAfter(plan.placedAt, 1262))
  await ctx.transaction(async (tx) => {
    const { fulfillmentId } = await requestFulfillment(tx, ctx, { orderId, insists: false })
    await recordFailed(tx, worker, fulfillmentId, refusal)
  })
}
