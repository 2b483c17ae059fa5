import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import {
  type ChannelConnection,
  OrderGone,
  type OutgoingMessage,
  type ReportAnswer,
  type Shipment,
} from '#server/ports/channel.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { ShopifyClient } from './client.ts'
import { toObjection } from './errors.ts'
import { MoreWorkOrderLines, WorkOrderLine } from './order-wire.ts'
import { legacyIdOf } from './platform-order.ts'

const told: ReportAnswer = { status: 200 }

/** Shopify needs no word about this. */
const notNeeded: ReportAnswer = { status: 204 }

/** Tells Shopify what became of an order. Every message can be repeated: what Shopify knows already is not told again. */
export async function reportToShopify(
  client: ShopifyClient,
  connection: ChannelConnection,
  message: OutgoingMessage,
): Promise<ReportAnswer> {
  const { order } = message
  if (!order) return notNeeded
  const id = `gid://shopify/Order/${order.externalOrderId}`
  switch (message.type) {
    case 'order.shipped':
      await reportShipped(client, connection, id, message.shipments)
      return told
    case 'order.delivered':
      return reportDelivered(client, id, message)
    case 'order.cancelled':
      return cancelOrder(client, id, message.reason)
    case 'order.acknowledged':
    case 'order.sent_to_fulfillment':
    case 'inventory.updated':
    case 'ping':
      return notNeeded
  }
}

const text = z.string().nullish()

const WorkOrder = z.object({
  id: z.string(),
  status: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
  supportedActions: z.array(z.object({ action: z.string() })),
  lineItems: z.object({
    nodes: z.array(WorkOrderLine),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
  }),
})
type WorkOrder = z.output<typeof WorkOrder>

const FulfillmentState = z.object({
  order: z
    .object({
      cancelledAt: text,
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ company: text, number: text, url: text })),
          deliveredAt: text,
        }),
      ),
      fulfillmentOrders: z.object({ nodes: z.array(WorkOrder) }),
    })
    .nullable(),
})
type FulfillmentState = NonNullable<z.output<typeof FulfillmentState>['order']>
type Fulfillment = FulfillmentState['fulfillments'][number]

async function readState(client: ShopifyClient, id: string): Promise<FulfillmentState> {
  const { order } = await client.ask('fulfillmentState', { id }, FulfillmentState)
  if (!order) throw new OrderGone(say('Shopify no longer has this order.'))
  const nodes = await Promise.all(order.fulfillmentOrders.nodes.map((workOrder) => withAllLines(client, workOrder)))
  return {
    ...order,
    fulfillments: order.fulfillments.filter(({ status }) => status !== 'CANCELLED' && status !== 'ERROR'),
    fulfillmentOrders: { nodes },
  }
}

async function withAllLines(client: ShopifyClient, workOrder: WorkOrder): Promise<WorkOrder> {
  const nodes = [...workOrder.lineItems.nodes]
  let { pageInfo } = workOrder.lineItems
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const variables = { id: workOrder.id, after: pageInfo.endCursor }
    const { fulfillmentOrder } = await client.ask('moreWorkOrderLines', variables, MoreWorkOrderLines)
    if (!fulfillmentOrder) break
    nodes.push(...fulfillmentOrder.lineItems.nodes.map((line) => WorkOrderLine.parse(line)))
    pageInfo = fulfillmentOrder.lineItems.pageInfo
  }
  return { ...workOrder, lineItems: { nodes, pageInfo } }
}

const UserErrors = z.array(z.object({ code: text, message: z.string() }))
const Shipped = z.object({ fulfillmentCreate: z.object({ userErrors: UserErrors }).nullable() })
const Corrected = z.object({ fulfillmentTrackingInfoUpdate: z.object({ userErrors: UserErrors }).nullable() })

/** There is no idempotency key for a fulfillment: parcels are told apart by tracking number, and by what is left to ship. */
async function reportShipped(
  client: ShopifyClient,
  { locationId }: ChannelConnection,
  id: string,
  shipments: readonly Shipment[],
): Promise<void> {
  for (const shipment of shipments) {
    const state = await readState(client, id)
    const replaced = findByNumber(state, shipment.replaces)
    if (replaced) {
      await updateTracking(client, replaced.id, shipment)
      continue
    }
    if (hasTracking(state, shipment.trackingNumber)) continue
    const here = state.fulfillmentOrders.nodes.filter(
      ({ assignedLocation: { location } }) => !locationId || location?.id === locationId,
    )
    const lines = allocate(shipment, here)
    if (lines.length > 0) await createFulfillment(client, shipment, here, lines)
    else await correctTracking(client, state, shipment, shipments)
  }
}

const numbersOf = ({ trackingInfo }: Fulfillment) => trackingInfo.flatMap(({ number }) => number ?? [])

const hasTracking = ({ fulfillments }: FulfillmentState, number: string | null): boolean =>
  number !== null && fulfillments.some((fulfillment) => numbersOf(fulfillment).includes(number))

const findByNumber = ({ fulfillments }: FulfillmentState, number: string | undefined): Fulfillment | undefined =>
  number === undefined ? undefined : fulfillments.find((fulfillment) => numbersOf(fulfillment).includes(number))

type AllocatedLine = { workOrderId: string; id: string; quantity: number }

/** The units of a parcel, on the lines of work orders that still have some to ship. */
export function allocate(
  { items }: Pick<Shipment, 'items'>,
  workOrders: readonly Pick<WorkOrder, 'id' | 'lineItems'>[],
): AllocatedLine[] {
  const left = workOrders.flatMap(({ id: workOrderId, lineItems }) =>
    lineItems.nodes.map(({ id, remainingQuantity, lineItem }) => ({
      workOrderId,
      id,
      remaining: remainingQuantity,
      orderLine: legacyIdOf(lineItem.id),
    })),
  )
  return items.flatMap(({ externalItemId, quantity }) => {
    let open = quantity
    return left.flatMap((line) => {
      const units = line.orderLine === externalItemId ? Math.min(open, line.remaining) : 0
      if (units === 0) return []
      open -= units
      line.remaining -= units
      return [{ workOrderId: line.workOrderId, id: line.id, quantity: units }]
    })
  })
}

async function createFulfillment(
  client: ShopifyClient,
  shipment: Shipment,
  workOrders: readonly WorkOrder[],
  lines: readonly AllocatedLine[],
): Promise<void> {
  const byWorkOrder = Map.groupBy(lines, ({ workOrderId }) => workOrderId)
  const locked = workOrders.find(
    ({ id, supportedActions }) =>
      byWorkOrder.has(id) && !supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT'),
  )
  if (locked) throw notShippable(locked)
  const fulfillment = {
    lineItemsByFulfillmentOrder: [...byWorkOrder].map(([fulfillmentOrderId, own]) => ({
      fulfillmentOrderId,
      fulfillmentOrderLineItems: own.map(({ id, quantity }) => ({ id, quantity })),
    })),
    trackingInfo: toTracking(shipment),
    notifyCustomer: true,
  }
  const { fulfillmentCreate } = await client.ask('ship', { fulfillment }, Shipped)
  const [error] = fulfillmentCreate?.userErrors ?? []
  if (error) throw toObjection(error)
}

function notShippable({ status }: WorkOrder): Rejected {
  const sentence =
    status === 'ON_HOLD'
      ? say(
          'Shopify rejects the shipment because the order is on hold there. Release it in Shopify, then resend this message.',
        )
      : say(
          'Shopify rejects the shipment because the order can’t be shipped there ({status}). Release it in Shopify, then resend this message.',
          { status: status.toLowerCase() },
        )
  return new Rejected(sentence, { code: 'not_shippable', whoActs: 'you' })
}

/** A parcel whose units were told before has another number now: the fulfillment whose number is none of ours any longer gets it. */
async function correctTracking(
  client: ShopifyClient,
  { fulfillments }: FulfillmentState,
  shipment: Shipment,
  shipments: readonly Shipment[],
): Promise<void> {
  if (shipment.trackingNumber === null) return
  const ours = new Set(shipments.map(({ trackingNumber }) => trackingNumber))
  const outdated = fulfillments.find((fulfillment) => !numbersOf(fulfillment).some((number) => ours.has(number)))
  if (outdated) await updateTracking(client, outdated.id, shipment)
}

async function updateTracking(client: ShopifyClient, fulfillmentId: string, shipment: Shipment): Promise<void> {
  const variables = { fulfillmentId, tracking: toTracking(shipment) }
  const { fulfillmentTrackingInfoUpdate } = await client.ask('correctTracking', variables, Corrected)
  const [error] = fulfillmentTrackingInfoUpdate?.userErrors ?? []
  if (error) throw toObjection(error)
}

const EventCreated = z.object({ fulfillmentEventCreate: z.object({ userErrors: UserErrors }).nullable() })

/** Shopify sees for itself when a carrier that it follows has delivered. */
async function reportDelivered(client: ShopifyClient, id: string, message: OutgoingMessage): Promise<ReportAnswer> {
  const own = message.shipments.filter(({ carrier, trackingNumber }) => trackingNumber && !isFollowedByShopify(carrier))
  if (own.length === 0) return notNeeded
  const { fulfillments } = await readState(client, id)
  for (const { trackingNumber } of own) {
    const found = fulfillments.find((one) => numbersOf(one).some((number) => number === trackingNumber))
    if (!found || found.deliveredAt) continue
    const event = { fulfillmentId: found.id, status: 'DELIVERED', happenedAt: message.at.toISOString() }
    const { fulfillmentEventCreate } = await client.ask('delivered', { event }, EventCreated)
    const [error] = fulfillmentEventCreate?.userErrors ?? []
    if (error) throw toObjection(error)
  }
  return told
}

const CancelledAt = z.object({ order: z.object({ cancelledAt: text }).nullable() })
const Cancelled = z.object({ orderCancel: z.object({ orderCancelUserErrors: UserErrors }).nullable() })

/** Seconds between looks at whether the cancellation, a job at Shopify, is done. */
const looks = [1, 2, 3, 4]

async function cancelOrder(client: ShopifyClient, id: string, reason: string | null): Promise<ReportAnswer> {
  const isCancelled = async () => {
    const { order } = await client.ask('cancelledAt', { id }, CancelledAt)
    return !order || Boolean(order.cancelledAt)
  }
  if (await isCancelled()) return told
  const note = reason?.slice(0, 255) ?? null
  const { orderCancel } = await client.ask('cancelOrder', { orderId: id, reason: reasonOf(reason), note }, Cancelled)
  const [error] = orderCancel?.orderCancelUserErrors ?? []
  if (error) {
    if (await isCancelled()) return told
    throw toObjection(error)
  }
  for (const seconds of looks) {
    await client.timing.sleep(seconds * 1000)
    if (await isCancelled()) return told
  }
  throw new Unavailable(say('Shopify has not finished cancelling the order.'), { retryAfterSeconds: 30 })
}

function reasonOf(reason: string | null): 'CUSTOMER' | 'INVENTORY' | 'FRAUD' | 'OTHER' {
  if (/\b(customer|buyer)\b/i.test(reason ?? '')) return 'CUSTOMER'
  if (/\b(stock|inventory)\b/i.test(reason ?? '')) return 'INVENTORY'
  return /\bfraud/i.test(reason ?? '') ? 'FRAUD' : 'OTHER'
}

/** How Shopify writes a carrier, and whether it follows the carrier's parcels by itself. Its list is part of `FulfillmentTrackingInfo`. */
type Carrier = { pattern: RegExp; company: string; isFollowed: boolean; url?: (number: string) => string }

const amazonUrl = (number: string) => `https://track.amazon.com/tracking/${encodeURIComponent(number)}`

const carriers: readonly Carrier[] = [
  { pattern: /^(amzn.?uk|amazon logistics uk)/i, company: 'Amazon Logistics UK', isFollowed: false, url: amazonUrl },
  { pattern: /^(amzn|amazon|swa\b)/i, company: 'Amazon', isFollowed: false, url: amazonUrl },
  { pattern: /^ups\b(?!.*mail)/i, company: 'UPS', isFollowed: true },
  { pattern: /^(usps|united states postal)/i, company: 'USPS', isFollowed: true },
  { pattern: /^fedex/i, company: 'FedEx', isFollowed: true },
  { pattern: /^ontrac/i, company: 'OnTrac', isFollowed: true },
  { pattern: /^(lasership)/i, company: 'Lasership', isFollowed: true },
  { pattern: /^dhl.?e.?commerce/i, company: 'DHL eCommerce', isFollowed: true },
  { pattern: /^dhl/i, company: 'DHL Express', isFollowed: true },
  { pattern: /^royal.?mail/i, company: 'Royal Mail', isFollowed: true },
  { pattern: /^(evri|hermes)/i, company: 'Evri', isFollowed: true },
  { pattern: /^dpd/i, company: 'DPD', isFollowed: true },
  { pattern: /^gls/i, company: 'GLS', isFollowed: true },
  { pattern: /^canada.?post/i, company: 'Canada Post', isFollowed: true },
  { pattern: /^purolator/i, company: 'Purolator', isFollowed: true },
]

const find = (carrier: string | null) =>
  carriers.find(({ pattern }) => pattern.test((carrier ?? '').replace(/_/g, ' ').trim()))

export type Tracking = { company?: string; number?: string; url?: string }

/** Shopify makes the link for a company of its list; for Amazon, whose parcels it does not follow, we say it. */
function toTracking({ carrier, trackingNumber: number, trackingUrl }: Shipment): Tracking {
  const known = find(carrier)
  const company = known?.company ?? carrier
  const url = trackingUrl ?? (number === null ? undefined : known?.url?.(number))
  return {
    ...(company ? { company } : {}),
    ...(number ? { number } : {}),
    ...(number && url ? { url } : {}),
  }
}

const isFollowedByShopify = (carrier: string | null): boolean => find(carrier)?.isFollowed ?? false
