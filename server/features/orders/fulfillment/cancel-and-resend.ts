import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { asCall } from '../actions/take-step.ts'
import { requestCancellation } from './request-cancellation.ts'

type Again = ParsedInputOf<(typeof ordersApi)['cancelAndResend']>

export const cancelAndResend = asCall((tx: Tx, ctx: CompanyContext, { orderId, shippingSpeed }: Again) =>
  requestCancellation(tx, ctx, { orderId, purpose: 'send_again', resendSpeed: shippingSpeed }),
)
