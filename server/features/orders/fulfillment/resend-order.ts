import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordAction } from '../actions/note-step.ts'
import { orderAction, lockForAction } from '../actions/take-step.ts'
import { retryPendingNow } from '../queries/attempts-to-send.ts'
import { requestFulfillment } from './request-fulfillment.ts'

type ResendInput = ParsedInputOf<(typeof ordersApi)['resend']>

/** An attempt of which nobody knows whether Amazon has it is asked for and gone on with; a new one is made where there is none. */
async function resend(tx: Tx, ctx: CompanyContext, input: ResendInput): Promise<void> {
  const { orderId } = input
  const order = await lockForAction(tx, ctx, 'resend', orderId)
  if (order.transit !== 'sending') return void (await requestFulfillment(tx, ctx, input))
  await retryPendingNow(tx, ctx.companyId, orderId, ctx.clock.now())
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.resend',
    event: 'fulfillment.resent',
    description: 'Amazon is asked for the last attempt, which goes on.',
  })
  ctx.triggerWorker(tx, 'orders.send')
}

export const resendOrder = orderAction(resend)
