import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { findOrder } from './find-order.ts'
import { markMoving } from './life/catch-up.ts'
import { resumeOrder } from './life/let-go.ts'
import { schedule } from './life/status.ts'
import { timingsOf } from './life/timings-of.ts'
import { notUpdatable } from './update-order.ts'

/** A request only: the order is cancelled a little later, and whoever wants to know reads it again. */
export function cancelFulfillmentOrder(call: Call): Answer {
  const order = findOrder(call)
  if (order.cancelRequestedAt) {
    throw invalidInput(
      `Value ${order.id} for parameter SellerFulfillmentOrderId is invalid. Reason: DuplicateCancelRequest.`,
    )
  }
  const { state, seller, now } = call
  const { cancellation } = state.fulfillment
  const isInTime = ['New', 'Received', 'Planning'].includes(order.status)
  if (!isInTime || cancellation === 'refuses') throw notUpdatable()
  const moment = { world: state, seller, order, at: now.toISOString() }
  order.cancelRequestedAt = moment.at
  if (cancellation === 'ignores') resumeOrder(moment)
  else schedule(moment, 'cancel', timingsOf(state.fulfillment, order).cancel)
  markMoving(seller, order)
  return { status: 200, body: {} }
}
