import type { z } from 'zod'
import { plain } from '#contract/fields.ts'
import type { OrderData } from '#contract/intake.ts'
import { balanceAmounts, imbalance, sum, toAmount, toOrderAmounts } from '../amounts.ts'
import { firstEmail, joinText, speedOf } from '../platform-order.ts'
import { removedLines, linesToSend, type LineToSend, shareNotSent } from './order-lines.ts'
import type { Address, LineItem, Order } from './wire.ts'

export function toOrderData(order: Order): z.input<typeof OrderData> {
  return {
    externalOrderId: order.id,
    externalNumber: plain(order.name, 100),
    placedAt: order.created_at,
    currency: order.currency,
    customer: customerOf(order),
    shippingAddress: addressOf(order),
    shippingSpeed: speedOf((order.shipping_lines ?? []).flatMap(({ title, code }) => [title, code])),
    items: linesToSend(order).map(itemOf),
    promotionCodes: (order.discount_codes ?? []).flatMap(({ code }) => plain(code, 100) ?? []).slice(0, 20),
    cartReference: plain(order.cart_token, 100) ?? plain(order.checkout_token, 100),
    ...amountsOf(order),
    notes: plain(order.note, 2_000),
  }
}

function customerOf({ customer, shipping_address: shipping, billing_address: billing, ...order }: Order) {
  const people = [customer, billing, shipping]
  const phones = [shipping?.phone, order.phone, customer?.phone, billing?.phone]
  return {
    email: firstEmail(order.email, order.contact_email, customer?.email),
    firstName: people.map((person) => plain(person?.first_name, 100)).find(Boolean),
    lastName: people.map((person) => plain(person?.last_name, 100)).find(Boolean),
    phone: phones.map((phone) => plain(phone, 40)).find(Boolean),
  }
}

function addressOf({ shipping_address: given }: Order) {
  const address: Partial<Address> = given ?? {}
  const name = plain(address.name, 200) ?? plain(joinText(' ', address.first_name, address.last_name), 200)
  const company = plain(address.company, 100)
  return {
    recipientName: name ?? company,
    line1: plain(address.address1) ?? '',
    line2: joinText(', ', name && company, plain(address.address2)),
    city: plain(address.city) ?? '',
    state: plain(address.province_code) ?? plain(address.province),
    postalCode: plain(address.zip) ?? '',
    country: plain(address.country_code) ?? '',
  }
}

function itemOf({ line, units }: LineToSend) {
  const externalId = line.variant_id ?? line.product_id
  const title = plain(joinText(' – ', line.title, line.variant_title), 500)
  return {
    externalItemId: line.id,
    externalId,
    sku: plain(line.sku, 100) ?? externalId ?? plain(line.title, 100) ?? line.id,
    title,
    quantity: units,
    unitPrice: toAmount(line.price),
    properties: propertiesOf(line),
  }
}

/** Names that begin with an underscore are private to the shop's theme and apps. */
function propertiesOf({ properties }: LineItem) {
  const shown = (properties ?? []).flatMap(({ name, value }) => {
    const [label, text] = [plain(name, 100), typeof value === 'string' ? plain(value, 500) : null]
    return label && text && !label.startsWith('_') ? [{ name: label, value: text }] : []
  })
  return shown.length > 0 ? shown.slice(0, 30) : null
}

/** In cents, as far as refunds went through in the shop's currency. */
function refundedOf({ refunded, refunds, currency }: Order): number {
  const paid = (refunds ?? [])
    .flatMap(({ transactions }) => transactions ?? [])
    .filter((one) => one.kind === 'refund' && one.status === 'success' && (one.currency ?? currency) === currency)
  return refunded ?? sum(paid.map(({ amount }) => amount ?? 0))
}

/**
 * Whether the sums as placed count, with what was paid back as its own amount. So it is with a cancelled order, whose current sums Shopify
 * has reset, and a refunded one, whose current sums are less the refund. An order that was edited has only its current sums: what was paid
 * back for the edit is off them already.
 */
function isAsPlaced(order: Order): boolean {
  if (order.cancelled_at) return true
  const refunded = refundedOf(order)
  const current = order.current_total_price ?? order.total_price
  return refunded > 0 && (current === order.total_price || current === order.total_price - refunded)
}

/**
 * Amounts of what was ordered from us, in the shop's currency. Where prices include tax, our tax is 0. Tips, duties and fees count as
 * shipping.
 */
function amountsOf(order: Order) {
  const asPlaced = isAsPlaced(order)
  const ours = [...linesToSend(order), ...(asPlaced ? removedLines(order) : [])]
  const left = shareNotSent(order, asPlaced)
  const goods = sum(ours.map(({ line, units }) => line.price * units))
  const sums = sumsOf(order, asPlaced)
  const charges = chargesOf(order)
  const candidates = possibleSplits(order, sums, goods + left.goods).map(({ discount, shipping }) => ({
    goods,
    discount: discount - left.discount,
    shipping: shipping + charges,
    tax: sums.tax - left.tax,
    total: sums.total - left.goods + left.discount - left.tax,
  }))
  const closest = candidates.reduce((one, other) =>
    Math.abs(imbalance(other)) < Math.abs(imbalance(one)) ? other : one,
  )
  const refunded = asPlaced ? Math.min(refundedOf(order), closest.total) : 0
  return {
    // Each line's discount and tax are rounded separately.
    ...toOrderAmounts(balanceAmounts(closest, 2 * order.line_items.length)),
    refundedAmount: refunded > 0 ? toAmount(refunded) : null,
  }
}

type DiscountAndShipping = { discount: number; shipping: number }

/**
 * Shopify states a shipping discount among the discounts with undiscounted shipping; after a shipping refund only the
 * current sums add up. Both splits are tried, and the one closer to the total is used.
 */
function possibleSplits(
  order: Order,
  { subtotal, discount }: Sums,
  allGoods: number,
): [DiscountAndShipping, DiscountAndShipping] {
  const shipping = order.total_shipping_price_set?.shop_money.amount ?? 0
  const offGoods = subtotal === null ? (discount ?? 0) : allGoods - subtotal
  return [
    { discount: discount ?? offGoods, shipping },
    { discount: offGoods, shipping: order.current_shipping_price_set?.shop_money.amount ?? shipping },
  ]
}

type Sums = ReturnType<typeof sumsOf>

function sumsOf(order: Order, asPlaced: boolean) {
  const pick = (placed: number | null, current: number | null) => (asPlaced ? placed : (current ?? placed))
  return {
    subtotal: pick(order.subtotal_price, order.current_subtotal_price),
    discount: pick(order.total_discounts, order.current_total_discounts),
    tax: order.taxes_included ? 0 : (pick(order.total_tax, order.current_total_tax) ?? 0),
    total: pick(order.total_price, order.current_total_price) ?? order.total_price,
  }
}

const chargesOf = (order: Order): number =>
  sum([
    order.total_tip_received ?? 0,
    order.current_total_duties_set?.shop_money.amount ?? 0,
    order.current_total_additional_fees_set?.shop_money.amount ?? 0,
  ])
