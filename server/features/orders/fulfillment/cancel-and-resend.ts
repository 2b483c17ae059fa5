import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderAction } from '../actions/take-step.ts'
import { requestCancellation } from './request-cancellation.ts'

type CancelAndResendInput = ParsedInputOf<(typeof ordersApi)['cancelAndResend']>

export const cancelAndResend = orderAction(
  (tx: Tx, ctx: CompanyContext, { orderId, shippingSpeed }: CancelAndResendInput) =>
    requestCancellation(tx, ctx, { orderId, purpose: 'send_again', resendSpeed: shippingSpeed }),
)
