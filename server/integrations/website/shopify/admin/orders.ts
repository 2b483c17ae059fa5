import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ChannelConnection, FetchedOrder, PolledOrder, PolledPage } from '#server/ports/channel.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { parseShape } from '../../parse-body.ts'
import type { ShopifyClient } from './client.ts'
import {
  AdminOrder,
  MoreLines,
  MoreWorkOrderLines,
  OneOrder,
  OrderPages,
  OrdersPage,
  OrderVersion,
  WorkOrderVersion,
} from './order-wire.ts'
import { readAdminOrder, type ReadingSettings } from './read-order.ts'

/** Lines per order in the first answer; the others are asked for separately. */
const linesPerOrder = 20

/** The most that Shopify lists; a version costs little. */
const perPage = 250

/** Orders read in full for one page of a poll. */
const mostPerPage = 25

/** Shopify's search index may lag behind, and work orders are made moments after their order. */
const overlapMs = 5 * 60_000
const firstLookMs = 30 * 24 * 3_600_000

/**
 * Where a page starts: `after` is within a poll, `newest` is the latest change seen. `before` are the orders that the poll before has
 * read, `read` those of this one, with their versions: polls overlap, and an order is read in full only if it has changed.
 */
const Cursor = z.object({
  since: z.string(),
  newest: z.string(),
  after: z.string().nullable(),
  before: z.record(z.string(), z.string()).default({}),
  read: z.record(z.string(), z.string()).default({}),
  isOver: z.boolean().default(true),
})
type Cursor = z.output<typeof Cursor>

/** One page of the orders that changed since the cursor. The first poll reads the open orders of the last 30 days. */
export async function pollOrders(
  client: ShopifyClient,
  connection: ChannelConnection,
  known: KnownOrders,
  cursor: string | null,
): Promise<PolledPage> {
  const start = cursor === null ? firstCursor(client.timing.now()) : nextCursor(cursor)
  const { since, after } = start
  const { nodes, pageInfo } = (await client.ask('changedOrders', { query: since, after, first: perPage }, OrdersPage))
    .orders
  const listed = nodes.map((version) => ({ id: version.id, text: versionOf(version) }))
  const digest = ({ text }: OrderText) => digestOf(text, connection)
  const isRead = (one: OrderText) => [start.read[one.id], start.before[one.id]].includes(digest(one))
  const changed = listed.filter((one) => !isRead(one))
  const chosen = changed.slice(0, mostPerPage)
  const orders = await Promise.all(chosen.map((version) => readOrder(client, connection, known, version)))
  const found = orders.filter((order) => order !== null)
  const versions = [
    ...listed.filter(isRead),
    ...chosen.map((one, index) => ({ ...one, text: orders[index] ? versionOf(orders[index]) : one.text })),
  ]
  const read = { ...start.read, ...Object.fromEntries(versions.map((one) => [one.id, digest(one)])) }
  // The same page is listed again until all of it is read.
  const isWhole = chosen.length === changed.length
  const hasMore = !isWhole || (pageInfo.hasNextPage && Boolean(pageInfo.endCursor))
  const next = isWhole ? (pageInfo.endCursor ?? null) : after
  const newest = [start.newest, ...nodes.map(({ updatedAt }) => updatedAt)].reduce(later)
  return {
    found: found.map((order) => toPolled(order, connection)),
    cursor: JSON.stringify({ ...start, newest, after: next, read, isOver: !hasMore }),
    hasMore,
  }
}

function firstCursor(now: number): Cursor {
  const since = `created_at:>='${isoOf(now - firstLookMs)}' AND status:open`
  return { since, newest: isoOf(now - overlapMs), after: null, before: {}, read: {}, isOver: false }
}

/** Continues within a poll; a new poll starts a little before the newest change that was seen. */
function nextCursor(text: string): Cursor {
  const cursor = Cursor.parse(JSON.parse(text))
  if (!cursor.isOver) return cursor
  const since = `updated_at:>='${isoOf(Date.parse(cursor.newest) - overlapMs)}'`
  const remembered = Object.fromEntries(Object.entries(cursor.read).slice(-mostRemembered))
  return { ...cursor, since, after: null, before: remembered, read: {}, isOver: false }
}

/** Orders whose version is remembered from one poll to the next; more are read again. */
const mostRemembered = 2_000

const isoOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

const later = (one: string, other: string) => (Date.parse(other) > Date.parse(one) ? other : one)

/** What an order is depends on its version, and on the settings with which it is read. */
const digestOf = (version: string, { locationId, shipsAuthorized }: ReadingSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([version, locationId, shipsAuthorized]))
    .digest('base64url')
    .slice(0, 10)

/** Reads the lines beyond the first page, of the order and of its work orders. */
async function withAllLines(client: ShopifyClient, order: OrderPages): Promise<OrderPages> {
  const lineItems = await readRest(order.lineItems, async (after) => {
    const { order: more } = await client.ask('moreLines', { id: order.id, after }, MoreLines)
    return more?.lineItems
  })
  const nodes = await Promise.all(
    order.fulfillmentOrders.nodes.map(async (workOrder) => ({
      ...workOrder,
      lineItems: await readRest(workOrder.lineItems, async (after) => {
        const { fulfillmentOrder } = await client.ask(
          'moreWorkOrderLines',
          { id: workOrder.id, after },
          MoreWorkOrderLines,
        )
        return fulfillmentOrder?.lineItems
      }),
    })),
  )
  return { ...order, lineItems, fulfillmentOrders: { ...order.fulfillmentOrders, nodes } }
}

type Lines = OrderPages['lineItems']

async function readRest(first: Lines, read: (after: string) => Promise<Lines | undefined>): Promise<Lines> {
  let { nodes, pageInfo } = first
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const next = await read(pageInfo.endCursor)
    if (!next) throw new Unavailable(say('The order changed at Shopify while Lockstep read it.'))
    nodes = [...nodes, ...next.nodes]
    pageInfo = next.pageInfo
  }
  return { nodes, pageInfo }
}

/** A polled order as it is stored until it is processed, with the settings that decide how it is read. */
const PolledBody = z.object({
  polled: z.unknown(),
  locationId: z.string().nullable(),
  shipsAuthorized: z.boolean(),
})

/** The id covers the whole order: work orders appear and change without a newer `updatedAt`. */
function toPolled(polled: OrderPages, { locationId, shipsAuthorized }: ChannelConnection): PolledOrder {
  const body = Buffer.from(JSON.stringify({ polled, locationId, shipsAuthorized }))
  return { deliveryId: `poll ${createHash('sha256').update(body).digest('base64url')}`, body }
}

/** Reads the body of a polled order. */
export function readPolled(body: unknown): FetchedOrder {
  const { polled, ...settings } = parseShape(PolledBody, body)
  return readAdminOrder(parseShape(AdminOrder, polled), settings)
}

/** Orders as they were read last, by channel and id, so that webhooks and a poll about one change cost one reading. */
export type KnownOrders = Map<string, { version: string; order: OrderPages }>

const mostKnown = 200

const workOrderPrefix = 'gid://shopify/FulfillmentOrder/'

/** Reads the current state of an order; `reference` is its number, or the id of one of its work orders. */
export async function fetchOrder(
  client: ShopifyClient,
  connection: ChannelConnection,
  known: KnownOrders,
  reference: string,
): Promise<FetchedOrder> {
  const version = await readVersion(client, reference)
  const gone: FetchedOrder = {
    kind: 'nothing',
    eventType: null,
    why: formatMessage(say('Shopify has no such order, or doesn’t show orders this old to the app.')),
    externalOrderId: reference.startsWith(workOrderPrefix) ? null : reference,
  }
  if (!version) return gone
  const order = await readOrder(client, connection, known, version)
  return order ? readAdminOrder(parseShape(AdminOrder, order), connection) : gone
}

/** An order of this version, with all its lines; null when it is gone. */
async function readOrder(
  client: ShopifyClient,
  { channelId }: ChannelConnection,
  known: KnownOrders,
  { id, text }: OrderText,
): Promise<OrderPages | null> {
  const key = `${channelId} ${id}`
  const before = known.get(key)
  if (before?.version === text) return before.order
  const { order: first } = await client.ask('oneOrder', { id, lines: linesPerOrder }, OneOrder)
  if (!first) return null
  const order = await withAllLines(client, parseShape(OrderPages, first))
  known.delete(key)
  known.set(key, { version: versionOf(order), order })
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest)
  return order
}

/** An order with its version as one text. */
type OrderText = { id: string; text: string }

async function readVersion(client: ShopifyClient, reference: string): Promise<OrderText | null> {
  const isWorkOrder = reference.startsWith(workOrderPrefix)
  const order = isWorkOrder
    ? (await client.ask('workOrderVersion', { id: reference }, WorkOrderVersion)).fulfillmentOrder?.order
    : (await client.ask('orderVersion', { id: `gid://shopify/Order/${reference}` }, OrderVersion)).order
  return order ? { id: order.id, text: versionOf(order) } : null
}

const versionOf = (order: { updatedAt: string; fulfillmentOrders: { nodes: readonly { updatedAt: string }[] } }) =>
  [order.updatedAt, ...order.fulfillmentOrders.nodes.map(({ updatedAt }) => updatedAt)].join(' ')
