import type { z } from 'zod'
import { plain } from '#contract/fields.ts'
import type { OrderData } from '#contract/intake.ts'
import { balanceAmounts, sum, toAmount, toOrderAmounts } from '../amounts.ts'
import { firstEmail, joinText, speedOf } from '../platform-order.ts'
import type { LineItem, Order, Party } from './wire.ts'

/** The reason why nothing has to be sent, or null. */
export function whyNotSent(order: Order): string | null {
  if (isPickedUp(order)) return 'The customer collects it.'
  return linesOf(order).length === 0 ? 'There is nothing in it to send.' : null
}

function isPickedUp({ shipping_lines: ways }: Order): boolean {
  const methods = (ways ?? []).map(({ method_id: id }) => id ?? '')
  return methods.length > 0 && methods.every((id) => id.startsWith('local_pickup') || id.startsWith('pickup_location'))
}

export function toOrderData(order: Order): z.input<typeof OrderData> {
  const { billing } = order
  const shipping = order.shipping?.address_1?.trim() ? order.shipping : billing
  const lines = linesOf(order)
  return {
    externalOrderId: order.id,
    placedAt: order.date_created_gmt,
    currency: order.currency,
    customer: {
      email: firstEmail(billing.email),
      firstName: plain(billing.first_name, 100) ?? plain(shipping.first_name, 100),
      lastName: plain(billing.last_name, 100) ?? plain(shipping.last_name, 100),
      phone: plain(shipping.phone, 40) ?? plain(billing.phone, 40),
    },
    shippingAddress: addressOf(shipping),
    shippingSpeed: speedOf((order.shipping_lines ?? []).map(({ method_title: title }) => title)),
    items: lines.map(itemOf),
    promotionCodes: (order.coupon_lines ?? []).flatMap(({ code }) => plain(code, 100) ?? []).slice(0, 20),
    cartReference: cartOf(order),
    ...amountsOf(order),
    notes: notesOf(order),
  }
}

/** WooCommerce keeps lines whose quantity was set to 0. */
const linesOf = (order: Order): LineItem[] => order.line_items.filter(({ quantity }) => quantity > 0)

/** Rounded up, so that a remainder becomes a discount and never a surcharge. */
const unitPriceOf = ({ subtotal, quantity }: LineItem) => Math.ceil(subtotal / quantity)

/** A product without a SKU gets `#` and its id, because WooCommerce's small ids could equal another product's SKU. */
function itemOf(line: LineItem) {
  const externalId = [line.variation_id, line.product_id].find((id) => id && id !== '0')
  return {
    externalItemId: line.id,
    externalId,
    sku: plain(line.sku, 100) ?? (externalId && `#${externalId}`) ?? plain(line.name, 100) ?? line.id,
    title: plain(line.name, 500),
    quantity: line.quantity,
    unitPrice: toAmount(unitPriceOf(line)),
  }
}

function addressOf(party: Party) {
  const name = plain(joinText(' ', party.first_name, party.last_name), 200)
  const company = plain(party.company, 100)
  return {
    recipientName: name ?? company,
    line1: plain(party.address_1) ?? '',
    line2: joinText(', ', name && company, plain(party.address_2)),
    city: plain(party.city) ?? '',
    state: plain(party.state),
    postalCode: plain(party.postcode) ?? '',
    country: plain(party.country) ?? '',
  }
}

/**
 * Lockstep's orders have no fees: a positive fee counts as shipping, a negative one as discount. WooCommerce gives the
 * amount of a refund but not its lines, so the total does not add up and a person checks the order.
 */
function amountsOf(order: Order) {
  const lines = linesOf(order)
  const fees = (order.fee_lines ?? []).map(({ total }) => total)
  const amounts = {
    goods: sum(lines.map((line) => unitPriceOf(line) * line.quantity)),
    discount: order.discount_total - sum(fees.filter((fee) => fee < 0)),
    shipping: order.shipping_total + sum(fees.filter((fee) => fee > 0)),
    tax: order.total_tax,
    total: order.total - refundedOf(order),
  }
  const units = sum(lines.map(({ quantity }) => quantity))
  return toOrderAmounts(balanceAmounts(amounts, units + roundingCents))
}

/** Cents by which shipping, tax and discount may be off together, each rounded separately. */
const roundingCents = 4

const refundedOf = (order: Order): number => -sum((order.refunds ?? []).map(({ total }) => total))

function notesOf(order: Order): string | null {
  const refunded = refundedOf(order)
  const warning = refunded > 0 ? `Partly refunded in WooCommerce: ${toAmount(refunded)} ${order.currency}.` : null
  return joinText(' ', warning, plain(order.customer_note, 1_900)) || null
}

/** WooCommerce's cart hash is the same for equal carts, so the website stores our cart reference in `lockstep_cart`. */
function cartOf({ meta_data }: Order): string | null {
  const noted = meta_data?.find(({ key }) => key === 'lockstep_cart')?.value
  return typeof noted === 'string' ? plain(noted, 100) : null
}
