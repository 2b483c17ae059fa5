import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { findOrder } from './find-order.ts'
import { keepMoving } from './life/catch-up.ts'
import { schedule } from './life/status.ts'
import { notUpdatable } from './update-order.ts'

/** A request only: the order is cancelled a little later, and whoever wants to know reads it again. */
export function cancelFulfillmentOrder(call: Call): Answer {
  const order = findOrder(call)
  if (order.cancelRequestedAt) {
    throw invalidInput(
      `Value ${order.id} for parameter SellerFulfillmentOrderId is invalid. Reason: DuplicateCancelRequest.`,
    )
  }
  if (!['New', 'Received', 'Planning'].includes(order.status)) throw notUpdatable()
  const { world, seller, now } = call
  order.cancelRequestedAt = now.toISOString()
  schedule({ world, seller, order, at: order.cancelRequestedAt }, 'cancel', world.fulfillment.timings.cancel)
  keepMoving(seller, order)
  return { status: 200, body: {} }
}
