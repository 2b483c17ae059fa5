import { z } from 'zod'
import { trackingUrlOf } from '#contract/tracking.ts'
import type { ChannelConnection, OutgoingMessage, ReportAnswer, Shipment } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import { createWooClient, type WoocommerceSettings, type WooClient } from './client.ts'
import { decodeEntities } from './html-text.ts'
import { readState, type ShopState } from './site.ts'

const OrderState = z.object({
  status: z.string(),
  line_items: z.array(z.object({ id: z.int(), sku: z.string().nullish() })).catch([]),
})
type OrderState = z.output<typeof OrderState>

const Notes = z.array(z.object({ note: z.string().catch('') }))
const Written = z.object({ id: z.int() }).or(z.looseObject({}))

const done: ReportAnswer = { status: 200 }

/**
 * Tells the shop of an order. The order's status is read before anything is changed, and notes and fulfillments are read before any is
 * added, so a repeated message adds nothing. Acknowledged and delivered orders have no place in WooCommerce, and no money is paid back.
 */
export async function report(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  message: OutgoingMessage,
): Promise<ReportAnswer> {
  if (!message.order) return done
  const client = createWooClient(settings, connection)
  const path = `wc/v3/orders/${encodeURIComponent(message.order.externalOrderId)}`
  switch (message.type) {
    case 'order.shipped':
      await reportShipped({ client, path, state: readState(connection.state), at: message.at }, message)
      return done
    case 'order.cancelled':
      await reportCancelled(client, path, message.reason)
      return done
    case 'order.sent_to_fulfillment':
      await addNote(client, path, 'Lockstep sent this order to Amazon for fulfillment.', { toCustomer: false })
      return done
    case 'order.acknowledged':
    case 'order.delivered':
    case 'inventory.updated':
    case 'ping':
      return done
  }
}

type Target = { client: WooClient; path: string; state: ShopState; at: Date }

const readOrder = async (client: WooClient, path: string): Promise<OrderState> =>
  (await client.get(path, { _fields: 'status,line_items' }, OrderState)).data

/** Tracking comes before the status, because WooCommerce then writes to the customer. A part shipment completes nothing. */
async function reportShipped(target: Target, { shipments, leavesRest }: OutgoingMessage): Promise<void> {
  const { client, path } = target
  const order = await readOrder(client, path)
  for (const shipment of shipments) await addTracking(target, order, shipment)
  if (leavesRest || order.status !== 'processing') return
  const { status } = await readOrder(client, path)
  if (status === 'processing') await client.write('PUT', path, { status: 'completed' }, Written)
}

/** Into the first place that the shop has for it: WooCommerce's fulfillments, a plugin, or a note to the customer. */
async function addTracking(target: Target, order: OrderState, shipment: Shipment): Promise<void> {
  const { trackingNumber } = shipment
  if (!trackingNumber) return
  const parcel = { ...shipment, trackingNumber }
  if (shipment.replaces !== undefined) return addCorrection(target, parcel)
  if (target.state.fulfillments && (await isPlaced(() => addFulfillment(target, order, parcel)))) return
  if (target.state.tracking && (await isPlaced(() => addPluginTracking(target, parcel)))) return
  const url = trackingPageOf(parcel)
  const by = parcel.carrier ? ` with ${parcel.carrier}` : ''
  const text = `Your order has shipped${by}, tracking number ${trackingNumber}${url ? `: ${url}` : ''}.`
  await addNote(target.client, target.path, text, { toCustomer: true, mark: trackingNumber })
}

type Parcel = Shipment & { trackingNumber: string }

const trackingPageOf = ({ carrier, trackingNumber, trackingUrl }: Parcel): string | null =>
  trackingUrl ?? trackingUrlOf(carrier, trackingNumber)

/** To the customer, in words: a second fulfillment would ship the units twice. */
async function addCorrection({ client, path }: Target, parcel: Parcel): Promise<void> {
  const { carrier, trackingNumber } = parcel
  const url = trackingPageOf(parcel)
  const by = carrier ? ` with ${carrier}` : ''
  const correction = `The tracking for your order was corrected: shipped${by}, tracking number ${trackingNumber}`
  await addNote(client, path, `${correction}${url ? `: ${url}` : ''}.`, { toCustomer: true, mark: correction })
}

/** False where the shop has switched the place off meanwhile. */
async function isPlaced(place: () => Promise<boolean>): Promise<boolean> {
  try {
    return await place()
  } catch (error) {
    if (error instanceof Rejected && error.code === 'rest_no_route') return false
    throw error
  }
}

const MetaData = z.array(z.object({ key: z.string(), value: z.unknown().optional() }))
const Fulfillments = z.array(z.object({ meta_data: MetaData.catch([]) }))

/** Carriers by the beginning of their names, as WooCommerce calls them. */
const providers: readonly [beginning: string, provider: string][] = [
  ['AMZN', 'amazon-logistics'],
  ['AMAZON', 'amazon-logistics'],
  ['UPS', 'ups'],
  ['USPS', 'usps'],
  ['FEDEX', 'fedex'],
  ['DHL', 'dhl'],
  ['ROYALMAIL', 'royal-mail'],
  ['EVRI', 'evri-hermes'],
]

async function addFulfillment({ client, path }: Target, order: OrderState, parcel: Parcel): Promise<boolean> {
  const items = fulfilledItems(order, parcel)
  if (items.length === 0) return false
  const { data: known } = await client.get(`${path}/fulfillments`, {}, Fulfillments)
  const isKnown = known.some(({ meta_data: meta }) =>
    meta.some(({ key, value }) => key === '_tracking_number' && value === parcel.trackingNumber),
  )
  if (isKnown) return true
  const name = (parcel.carrier ?? '').toUpperCase().replace(/[^A-Z]/g, '')
  const provider = providers.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'other'
  const url = trackingPageOf(parcel)
  const meta = {
    _items: items,
    _tracking_number: parcel.trackingNumber,
    ...(url ? { _tracking_url: url } : {}),
    // WooCommerce 11 reads the first, newer code the second.
    _shipment_provider: provider,
    _shipping_provider: provider,
    ...(provider === 'other' && parcel.carrier ? { _provider_name: parcel.carrier } : {}),
  }
  const body = {
    status: 'fulfilled',
    is_fulfilled: true,
    notify_customer: true,
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  }
  await client.write('POST', `${path}/fulfillments`, body, Written)
  return true
}

/** WooCommerce checks neither the lines nor the quantities. */
const fulfilledItems = (order: OrderState, { items }: Parcel) =>
  items.flatMap(({ externalItemId, sku, quantity }) => {
    const line = order.line_items.find(({ id }) => String(id) === externalItemId) ?? findOnlyBySku(order, sku)
    return line ? [{ item_id: line.id, qty: quantity }] : []
  })

function findOnlyBySku({ line_items: lines }: OrderState, sku: string) {
  const found = lines.filter((line) => line.sku === sku)
  return found.length === 1 ? found[0] : undefined
}

const Trackings = z.array(z.object({ tracking_number: z.coerce.string().catch('') }))

async function addPluginTracking({ client, path, state, at }: Target, parcel: Parcel): Promise<boolean> {
  const place = `${path.replace(/^wc\/v3/, state.tracking ?? '')}/shipment-trackings`
  const { data: known } = await client.get(place, {}, Trackings)
  if (known.some(({ tracking_number: number }) => number === parcel.trackingNumber)) return true
  const url = trackingPageOf(parcel)
  await client.write(
    'POST',
    place,
    {
      tracking_number: parcel.trackingNumber,
      custom_tracking_provider: parcel.carrier ?? 'Carrier',
      ...(url ? { custom_tracking_link: url } : {}),
      date_shipped: at.toISOString().slice(0, 10),
    },
    Written,
  )
  return true
}

/** An order that the shop has ended itself stays as it is. A change of status would take an order out of the trash. */
const cancellable = new Set(['pending', 'on-hold', 'processing'])

async function reportCancelled(client: WooClient, path: string, reason: string | null): Promise<void> {
  const { status } = await readOrder(client, path)
  if (!cancellable.has(status)) return
  const why = reason ? `: ${reason.replace(/[.\s]+$/, '')}` : ''
  await addNote(client, path, `Cancelled in Lockstep${why}. No money was refunded.`, { toCustomer: false })
  await client.write('PUT', path, { status: 'cancelled' }, Written)
}

/** WooCommerce returns notes as HTML. `mark` tells a note that is there already. */
async function addNote(
  client: WooClient,
  path: string,
  note: string,
  { toCustomer, mark = note }: { toCustomer: boolean; mark?: string },
): Promise<void> {
  const { data: known } = await client.get(`${path}/notes`, {}, Notes)
  if (known.some((one) => decodeEntities(one.note).includes(mark))) return
  await client.write('POST', `${path}/notes`, { note, ...(toCustomer ? { customer_note: true } : {}) }, Written)
}
