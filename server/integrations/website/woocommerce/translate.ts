import type { z } from 'zod'
import { stateName } from '#contract/country-states.ts'
import { plain } from '#contract/fields.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import type { OrderHold } from '#server/ports/channel.ts'
import { toAmount } from '../amounts.ts'
import { firstEmail, joinText, speedOf } from '../platform-order.ts'
import { amountsOf, linesToSend, type LineToSend, productIdOf, refundedOf } from './amounts.ts'
import { decodeEntities, stripHtml } from './html-text.ts'
import type { LineItem, Order, Party } from './wire.ts'

/** The reason why nothing has to be sent, or null. */
export function whyNotSent(order: Order): string | null {
  if (isPickedUp(order)) return formatMessage(say('Picked up by the customer.'))
  if (linesToSend(order).length > 0) return null
  return formatMessage(say('Nothing to ship.'))
}

function isPickedUp({ shipping_lines: ways }: Order): boolean {
  const methods = (ways ?? []).map(({ method_id: id }) => id ?? '')
  return methods.length > 0 && methods.every((id) => id.startsWith('local_pickup') || id.startsWith('pickup_location'))
}

/** Texts of WooCommerce may contain HTML entities. */
const cleaned = (text: string | null | undefined, longest?: number): string | null =>
  plain(decodeEntities(text ?? ''), longest)

export function toOrderData(order: Order, hold: OrderHold | null = null): z.input<typeof OrderData> {
  const { billing } = order
  const shipping = order.shipping?.address_1?.trim() ? order.shipping : billing
  const number = cleaned(order.number, 100)
  return {
    externalOrderId: order.id,
    ...(number === order.id ? {} : { externalNumber: number }),
    placedAt: order.date_created_gmt,
    currency: order.currency,
    customer: {
      email: firstEmail(billing.email),
      firstName: cleaned(billing.first_name, 100) ?? cleaned(shipping.first_name, 100),
      lastName: cleaned(billing.last_name, 100) ?? cleaned(shipping.last_name, 100),
      phone: plain(shipping.phone, 40) ?? plain(billing.phone, 40),
    },
    shippingAddress: addressOf(shipping),
    shippingSpeed: speedOf((order.shipping_lines ?? []).map(({ method_title: title }) => decodeEntities(title ?? ''))),
    items: linesToSend(order).map(itemOf),
    promotionCodes: (order.coupon_lines ?? []).flatMap(({ code }) => cleaned(code, 100) ?? []).slice(0, 20),
    cartReference: cartOf(order),
    ...amountsOf(order),
    hold: hold ?? refundHold(order) ?? undefined,
    notes: notesOf(order),
  }
}

/** A product without a SKU gets `#` and its id, because WooCommerce's small ids could equal another product's SKU. */
function itemOf({ line, units, goods }: LineToSend) {
  const externalId = productIdOf(line)
  const properties = propertiesOf(line)
  return {
    externalItemId: line.id,
    externalId,
    sku: cleaned(line.sku, 100) ?? (externalId && `#${externalId}`) ?? cleaned(line.name, 100) ?? line.id,
    title: plain(stripHtml(line.name ?? ''), 500),
    quantity: units,
    unitPrice: toAmount(Math.ceil(goods / units)),
    // Shops whose prices include tax have totals that no price per unit makes to the cent.
    ...(goods % units === 0 ? {} : { lineTotal: toAmount(goods) }),
    ...(properties.length > 0 ? { properties } : {}),
  }
}

const mostProperties = 30

/** What the shop shows to people about a line, such as an engraving. Keys of plugins begin with an underscore. */
function propertiesOf({ meta_data: meta }: LineItem): { name: string; value: string }[] {
  return (meta ?? [])
    .filter(({ key }) => key && !key.startsWith('_'))
    .flatMap(({ key, value, display_key: shownKey, display_value: shownValue }) => {
      const shown = [shownValue, value].find((given) => typeof given === 'string' || typeof given === 'number')
      const property = {
        name: plain(stripHtml(shownKey || key || ''), 100),
        value: plain(stripHtml(String(shown ?? '')), 500),
      }
      return property.name && property.value ? [{ name: property.name, value: property.value }] : []
    })
    .slice(0, mostProperties)
}

function addressOf(party: Party) {
  const name = cleaned(joinText(' ', party.first_name, party.last_name), 200)
  const company = cleaned(party.company, 100)
  const country = plain(party.country)
  return {
    recipientName: name ?? company,
    line1: cleaned(party.address_1) ?? '',
    line2: joinText(', ', name && company, cleaned(party.address_2)),
    city: cleaned(party.city) ?? '',
    state: stateName(country ?? '', cleaned(party.state)),
    postalCode: plain(party.postcode) ?? '',
    country: country ?? '',
  }
}

/** The body of a webhook says how much was paid back but not for what, so a person decides what is still sent. */
function refundHold(order: Order): OrderHold | null {
  const refunded = refundedOf(order)
  if (refunded <= 0) return null
  if (refunded >= order.total) return { code: 'other', reason: formatMessage(say('Refunded in full in WooCommerce.')) }
  return order.lockstep_lookup
    ? null
    : {
        code: 'other',
        reason: formatMessage(say('Partly refunded in WooCommerce; the message doesn’t say which items.')),
      }
}

function notesOf(order: Order): string | null {
  const refunded = refundedOf(order)
  const how = refunded < order.total ? 'Partly refunded' : 'Refunded in full'
  const warning =
    refunded > 0 && !order.lockstep_lookup ? `${how} in WooCommerce: ${toAmount(refunded)} ${order.currency}.` : null
  return joinText(' ', warning, cleaned(order.customer_note, 1_900)) || null
}

/** WooCommerce's cart hash is the same for equal carts, so the website stores our cart reference in `lockstep_cart`. */
function cartOf({ meta_data }: Order): string | null {
  const noted = meta_data?.find(({ key }) => key === 'lockstep_cart')?.value
  return typeof noted === 'string' ? plain(noted, 100) : null
}
