import type { ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getOrderRowOrThrow } from '../queries/order-row.ts'
import { requestFulfillment } from './request-fulfillment.ts'

type FulfillEndpoint = (typeof ordersApi)['fulfill']

export function fulfillOrder(
  ctx: CompanyContext,
  input: ParsedInputOf<FulfillEndpoint>,
): Promise<ReplyInputOf<FulfillEndpoint>> {
  return ctx.transaction(async (tx) => {
    await requestFulfillment(tx, ctx, input)
    return getOrderRowOrThrow(tx, ctx.companyId, input.orderId)
  })
}
