import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { findAmazonOrder, canSolicit } from './find-order.ts'

/** A refusal looks like a token that isn't good, but says what it is about. */
export function createSolicitation(call: Call): Answer {
  const order = findAmazonOrder(call)
  if (!canSolicit(order, call.now)) {
    throw new Refusal(403, 'Unauthorized', 'This solicitation is not available for this amazonOrderId at this time.')
  }
  order.solicitedAt = call.now.toISOString()
  return { status: 201, body: {} }
}
