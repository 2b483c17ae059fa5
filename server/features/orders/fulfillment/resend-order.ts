import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ordersApi } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { noteStep } from '../actions/note-step.ts'
import { asCall, lockForAction } from '../actions/take-step.ts'
import { hastenPending } from '../queries/attempts-to-send.ts'
import { requestFulfillment } from './request-fulfillment.ts'

type Resend = ParsedInputOf<(typeof ordersApi)['resend']>

/** An attempt of which nobody knows whether Amazon has it is asked for and gone on with; a new one is made where there is none. */
async function resend(tx: Tx, ctx: CompanyContext, wanted: Resend): Promise<void> {
  const { orderId } = wanted
  const order = await lockForAction(tx, ctx, 'resend', orderId)
  if (order.transit !== 'sending') return void (await requestFulfillment(tx, ctx, wanted))
  await hastenPending(tx, ctx.companyId, orderId, ctx.clock.now())
  await noteStep(tx, ctx, {
    orderId,
    action: 'order.resend',
    event: 'fulfillment.resent',
    description: 'Amazon is asked for the last attempt, which goes on.',
  })
  ctx.wake(tx, 'orders.send')
}

export const resendOrder = asCall(resend)
