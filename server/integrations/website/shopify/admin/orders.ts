import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChannelConnection, FetchedOrder, PolledOrder, PolledPage } from '#server/ports/channel.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { parseShape } from '../../parse-body.ts'
import type { ShopifyClient } from './client.ts'
import { TooExpensive } from './errors.ts'
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
const largestPage = 25

/** Shopify's search index may lag behind, and work orders are made moments after their order. */
const overlapMs = 5 * 60_000
const firstLookMs = 30 * 24 * 3_600_000

/** Where a page starts: `after` is within a poll, `newest` is the latest change seen. */
const Cursor = z.object({ since: z.string(), newest: z.string(), after: z.string().nullable(), first: z.int() })
type Cursor = z.output<typeof Cursor>

/** One page of the orders that changed since the cursor. The first poll reads the open orders of the last 30 days. */
export async function pollOrders(
  client: ShopifyClient,
  connection: ChannelConnection,
  cursor: string | null,
): Promise<PolledPage> {
  const start = cursor === null ? firstCursor(client.timing.now()) : nextCursor(cursor)
  const { page, first } = await readPage(client, start)
  const orders = await Promise.all(page.nodes.map((order) => withAllLines(client, parseShape(OrderPages, order))))
  const newest = [start.newest, ...orders.map(({ updatedAt }) => updatedAt)].reduce(later)
  const hasMore = page.pageInfo.hasNextPage
  const after = hasMore ? (page.pageInfo.endCursor ?? null) : null
  return {
    found: orders.map((order) => toPolled(order, connection)),
    cursor: JSON.stringify({ ...start, first, newest, after } satisfies Cursor),
    hasMore: hasMore && after !== null,
  }
}

function firstCursor(now: number): Cursor {
  const since = `created_at:>='${isoOf(now - firstLookMs)}' AND status:open`
  return { since, newest: isoOf(now - overlapMs), after: null, first: largestPage }
}

/** Continues within a poll; a new poll starts a little before the newest change that was seen. */
function nextCursor(text: string): Cursor {
  const cursor = Cursor.parse(JSON.parse(text))
  if (cursor.after !== null) return cursor
  return { ...cursor, since: `updated_at:>='${isoOf(Date.parse(cursor.newest) - overlapMs)}'` }
}

const isoOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

const later = (one: string, other: string) => (Date.parse(other) > Date.parse(one) ? other : one)

/** What a page may cost is not documented for every field: if it is too much, half as many orders are asked for. */
async function readPage(client: ShopifyClient, { since, after, ...cursor }: Cursor) {
  for (let { first } = cursor; ;) {
    try {
      const variables = { query: since, after, first, lines: linesPerOrder }
      return { page: (await client.ask('changedOrders', variables, OrdersPage)).orders, first }
    } catch (error) {
      if (!(error instanceof TooExpensive) || first === 1) throw error
      first = Math.max(1, Math.floor(first / 2))
    }
  }
}

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
    if (!next) throw new Unavailable('The order changed at Shopify while it was read.')
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

/** Orders as they were read last, by store and id, so that several webhooks about one change cost one reading. */
export type KnownOrders = Map<string, { version: string; order: AdminOrder }>

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
    why: 'Shopify has no such order, or does not show one as old as this to the app.',
    externalOrderId: reference.startsWith(workOrderPrefix) ? null : reference,
  }
  if (!version) return gone
  const key = `${connection.channelId} ${version.id}`
  const settings: ReadingSettings = connection
  const before = known.get(key)
  if (before?.version === version.text) return readAdminOrder(before.order, settings)
  const { order: first } = await client.ask('oneOrder', { id: version.id, lines: linesPerOrder }, OneOrder)
  if (!first) return gone
  const whole = await withAllLines(client, parseShape(OrderPages, first))
  const order = parseShape(AdminOrder, whole)
  known.delete(key)
  known.set(key, { version: versionOf(order), order })
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest)
  return readAdminOrder(order, settings)
}

async function readVersion(client: ShopifyClient, reference: string): Promise<{ id: string; text: string } | null> {
  const isWorkOrder = reference.startsWith(workOrderPrefix)
  const order = isWorkOrder
    ? (await client.ask('workOrderVersion', { id: reference }, WorkOrderVersion)).fulfillmentOrder?.order
    : (await client.ask('orderVersion', { id: `gid://shopify/Order/${reference}` }, OrderVersion)).order
  return order ? { id: order.id, text: versionOf(order) } : null
}

const versionOf = (order: { updatedAt: string; fulfillmentOrders: { nodes: readonly { updatedAt: string }[] } }) =>
  [order.updatedAt, ...order.fulfillmentOrders.nodes.map(({ updatedAt }) => updatedAt)].join(' ')
