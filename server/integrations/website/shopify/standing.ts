import { ignore, send, shipped, stop, type OrderInstruction } from '../errand.ts'
import type { OrderHead } from './wire.ts'

const notPaid = ignore('The order is not paid yet; it is taken in once it is paid.')

const byPayment: ReadonlyMap<string, OrderInstruction> = new Map([
  ['paid', send],
  ['partially_refunded', send],
  // The money is set aside, and shops that collect it when they send the order never say `paid` before.
  ['authorized', send],
  // Also an order to which something was added after it was paid: what was added waits until it is paid for.
  ['partially_paid', ignore('The order is paid in part only; it is taken in once it is paid.')],
  ['refunded', stop],
  ['voided', stop],
])

export function instructionForOrder(order: OrderHead): OrderInstruction {
  if (order.test) return ignore('It is a test order.')
  if (order.cancelled_at) return stop
  // Money given back for what was sent is a return; nothing is left to be stopped or sent.
  if (order.fulfillment_status === 'fulfilled') return shipped
  if (order.financial_status === 'pending' && isPaidOnDelivery(order)) return send
  return byPayment.get(order.financial_status ?? 'pending') ?? notPaid
}

/** Whether a cancelled order was one to be sent before; otherwise there is nothing to keep of it but that it ended. */
export const wasPaid = ({ financial_status: status }: OrderHead): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(status ?? '')

const isPaidOnDelivery = ({ payment_gateway_names: names }: OrderHead) =>
  (names ?? []).some((name) => /cash on delivery|\bcod\b/i.test(name))
