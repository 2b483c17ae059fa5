import type { z } from 'zod'
import { plain } from '#contract/fields.ts'
import type { OrderData } from '#contract/intake.ts'
import { toAmount, toOrderAmounts } from '../amounts.ts'
import { firstEmail, joinText } from '../customer-text.ts'
import { speedOf } from '../shipping-speed.ts'
import { linesToSend, type LineToSend } from './lines.ts'
import { amountsOf } from './totals.ts'
import type { Address, Order } from './wire.ts'

export function toOrderData(order: Order): z.input<typeof OrderData> {
  return {
    externalOrderId: order.id,
    placedAt: order.created_at,
    currency: order.currency,
    customer: customerOf(order),
    shippingAddress: addressOf(order),
    shippingSpeed: speedOf((order.shipping_lines ?? []).flatMap(({ title, code }) => [title, code])),
    items: linesToSend(order).map(itemOf),
    promotionCodes: (order.discount_codes ?? []).flatMap(({ code }) => plain(code, 100) ?? []).slice(0, 20),
    cartReference: plain(order.cart_token, 100) ?? plain(order.checkout_token, 100),
    ...toOrderAmounts(amountsOf(order)),
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

function addressOf({ shipping_address: told }: Order) {
  const address: Partial<Address> = told ?? {}
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
  }
}
