import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { findOrder } from './find-order.ts'
import { keepMoving } from './life/catch-up.ts'
import { letGo } from './life/let-go.ts'
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
  const { world, seller, now } = call
  const { cancellation } = world.fulfillment
  const isInTime = ['New', 'Received', 'Planning'].includes(order.status)
  if (!isInTime || cancellation === 'refuses') throw notUpdatable()
  const moment = { world, seller, order, at: now.toISOString() }
  order.cancelRequestedAt = moment.at
  if (cancellation === 'ignores') letGo(moment)
  else schedule(moment, 'cancel', timingsOf(world.fulfillment, order).cancel)
  keepMoving(seller, order)
  return { status: 200, body: {} }
}
