import { ignore, send, shipped, stop, type OrderInstruction } from '../errand.ts'
import type { OrderHead } from './wire.ts'

const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'draft', 'auto-draft'])
const ended = new Set(['cancelled', 'refunded', 'failed', 'trash'])

/** `processing` is WooCommerce's word for paid, or to be paid on delivery, and not sent yet. */
export function instructionForOrder({ status = '', ...order }: OrderHead): OrderInstruction {
  if (status === 'processing') return send
  if (ended.has(status)) return wasOurs(order) ? stop : ignoreAs(`${status} before it was paid`)
  if (unpaid.has(status)) return ignoreAs(`${status}, so not paid yet; it is taken in once it is processing`)
  // Sending what the shop has sent would be worse than leaving it to a person.
  if (status === 'completed') return shipped
  return ignoreAs(`${status}, a status of the shop’s own; it is taken in once it is processing`)
}

const ignoreAs = (state: string) => ignore(`The order is ${state}.`)

/**
 * An order whose payment failed or was not made in time is tried again under the same id. To remember it as cancelled would
 * lose it once it is paid. Cash on delivery is never noted as paid before the order is completed.
 */
const wasOurs = ({ date_paid_gmt: paidAt, payment_method: method }: Omit<OrderHead, 'status'>) =>
  Boolean(paidAt) || method === 'cod'
