import { createHash } from 'node:crypto'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import {
  type ChannelConnection,
  type FetchedOrder,
  OrderGone,
  type PolledOrder,
  type PolledPage,
} from '#server/ports/channel.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { AnswerTooLarge } from '../outgoing/guarded-request.ts'
import { createWooClient, type WooClient, type WoocommerceSettings } from './client.ts'
import { hasRefunds, mayBeVirtual, readConnectedWoocommerce } from './read-webhook.ts'
import { lookupKey, Order } from './wire.ts'

/** Bodies of orders differ between shops, so they are only looked at as far as paging needs. */
const Orders = z.array(z.looseObject({ id: z.int(), date_modified_gmt: z.string().nullish() }))

/**
 * Where a poll stands. It walks by `after` (shop time in UTC, exclusive): first through orders, then through the trash, which no other
 * list shows. `page` counts only where all orders of a page changed in one second. `next` is where the following poll begins.
 */
const Cursor = z.object({
  list: z.enum(['open', 'any', 'trash']),
  after: z.string(),
  page: z.int(),
  /** Where this poll began. */
  begin: z.string(),
  next: z.string(),
})
type Cursor = z.output<typeof Cursor>

const perPage = 100

/** A page of orders with long bodies. */
const fewPerPage = 10

const overlapSeconds = 60

const firstDays = 30

/** Orders that changed since the cursor; at first the open orders of the last 30 days. */
export async function pollOrders(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  cursor: string | null,
): Promise<PolledPage> {
  const client = createWooClient(settings, connection)
  const at = readCursor(cursor, settings.clock.now())
  const { orders, shopTime, isFull } = await readPage(client, at)
  const found = (await addLookups(client, orders)).map(toPolled)
  const times = orders.map(modifiedOf)
  const next = nextBegin(at, times, shopTime)
  const moved = isFull ? nextPage(at, times, next) : nextList({ ...at, next })
  return { found, cursor: JSON.stringify(moved.cursor), hasMore: moved.hasMore }
}

function readCursor(cursor: string | null, now: Date): Cursor {
  const begin = before(now, firstDays * 24 * 3600)
  const start: Cursor = { list: 'open', after: begin, page: 1, begin, next: begin }
  return cursor === null ? start : (Cursor.safeParse(JSON.parse(cursor)).data ?? start)
}

async function readPage(client: WooClient, at: Cursor) {
  const { list, after, page } = at
  const read = async (size: number, of: number) => {
    const { data, shopTime } = await client.get(
      'wc/v3/orders',
      {
        status: { open: 'processing,on-hold', any: 'any', trash: 'trash' }[list],
        // With a time zone WooCommerce shifts the time by the shop's own.
        modified_after: after,
        dates_are_gmt: 'true',
        orderby: 'modified',
        order: 'asc',
        per_page: String(size),
        page: String(of),
      },
      Orders,
    )
    return { orders: data, shopTime, isFull: data.length >= size }
  }
  try {
    return await read(perPage, page)
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || page > 1) throw error
    return read(fewPerPage, 1)
  }
}

/**
 * The next poll begins at the newest change that was read. The first one read open orders only, so the next begins with the time at
 * which it began.
 */
function nextBegin({ list, begin, next }: Cursor, times: readonly string[], shopTime: Date): string {
  if (list === 'open') return next === begin ? before(shopTime, overlapSeconds) : next
  return list === 'any' ? [next, ...times].reduce(latest) : next
}

type WooOrder = z.output<typeof Orders>[number]

const modifiedOf = ({ date_modified_gmt: at }: WooOrder): string => (at ?? '').slice(0, 19)

const latest = (one: string, other: string): string => (other > one ? other : one)

/** Asking again from the last time instead of for page 2 skips nothing when orders move within the list. */
function nextPage(at: Cursor, times: string[], next: string): { cursor: Cursor; hasMore: true } {
  const [first = '', last = ''] = [times[0], times.at(-1)]
  if (first === last) return { cursor: { ...at, page: at.page + 1, next }, hasMore: true }
  const after = before(new Date(`${last}Z`), 1)
  return { cursor: { ...at, after, page: 1, next }, hasMore: true }
}

/** A finished list is followed by the trash, and the trash by the next poll, which reads the last minute again. */
function nextList(at: Cursor): { cursor: Cursor; hasMore: boolean } {
  if (at.list === 'any') return { cursor: { ...at, list: 'trash', after: at.begin, page: 1 }, hasMore: true }
  const after = before(new Date(`${at.next}Z`), at.list === 'open' ? 0 : overlapSeconds)
  return { cursor: { list: 'any', after, page: 1, begin: after, next: at.next }, hasMore: false }
}

/** In the form that WooCommerce understands as UTC. */
const before = (moment: Date, seconds: number): string =>
  new Date(moment.getTime() - seconds * 1000).toISOString().slice(0, 19)

/** The content is part of the id: viewing an order in the shop can change its time, and two changes can share a second. */
function toPolled(order: WooOrder): PolledOrder {
  const body = Buffer.from(JSON.stringify(order))
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { deliveryId: `poll ${order.id} ${modifiedOf(order)} ${hash}`, body }
}

/** An order that was deleted for good is cancelled: WooCommerce tells nobody of it. */
export async function fetchOrder(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  externalOrderId: string,
): Promise<FetchedOrder> {
  const client = createWooClient(settings, connection)
  const found = await client
    .get(`wc/v3/orders/${encodeURIComponent(externalOrderId)}`, {}, Orders.element)
    .catch((error: unknown) => {
      if (error instanceof OrderGone) return null
      throw error
    })
  if (!found) return { kind: 'cancelled', externalOrderId, eventAt: null }
  const [order] = await addLookups(client, [found.data])
  const reading = readConnectedWoocommerce({ headers: {}, body: Buffer.from(JSON.stringify(order)) })
  if (reading.kind === 'fetch' || reading.kind === 'erasure') {
    throw new Unavailable(say('WooCommerce’s response about the order is incomplete.'))
  }
  return reading
}

const Answers = z.array(z.unknown())
const Flags = z.array(z.object({ id: z.int(), virtual: z.boolean().catch(false) }))

const perCall = 100

type OrderBody = { id: number }

/** Adds to orders what they do not say themselves: for which lines money was paid back, and which need no shipping. */
async function addLookups<Body extends OrderBody>(client: WooClient, bodies: readonly Body[]) {
  const orders = bodies.map((body) => ({ body, order: Order.safeParse(body).data }))
  const open = orders.flatMap(({ order }) => (order && isOpen(order) ? [order] : []))
  const virtualIds = await findVirtual(client, open.filter(mayBeVirtual))
  const refunds = new Map<string, unknown[]>()
  for (const { id } of open.filter(hasRefunds)) {
    const { data } = await client.get(`wc/v3/orders/${id}/refunds`, { per_page: String(perCall) }, Answers)
    refunds.set(id, data)
  }
  return orders.map(({ body, order }) => {
    if (!order || !isOpen(order)) return body
    const own = order.line_items.flatMap(({ product_id: product, variation_id: variation }) => [product, variation])
    const lookup = {
      refunds: refunds.get(order.id) ?? [],
      virtualIds: own.filter((id) => typeof id === 'string' && virtualIds.has(id)),
    }
    return { ...body, [lookupKey]: lookup }
  })
}

const isOpen = ({ status }: Order): boolean => status === 'processing' || status === 'on-hold'

/** Ids of products and variations that need no shipping. A deleted one does not say so and counts as a parcel. */
async function findVirtual(client: WooClient, orders: readonly Order[]): Promise<Set<string>> {
  const lines = orders.flatMap(({ line_items: items }) => items)
  const isId = (id: string | null | undefined): id is string => typeof id === 'string' && id !== '0'
  const variations = lines.filter(({ variation_id: id }) => isId(id))
  const products = lines.filter(({ variation_id: id }) => !isId(id))
  const found = [
    ...(await readFlags(client, 'wc/v3/products', products.map(({ product_id: id }) => id).filter(isId))),
    ...(await readVariations(client, variations)),
  ]
  return new Set(found.filter(({ virtual }) => virtual).map(({ id }) => String(id)))
}

async function readFlags(client: WooClient, path: string, given: readonly string[]) {
  const ids = [...new Set(given)]
  const found: z.output<typeof Flags> = []
  for (let start = 0; start < ids.length; start += perCall) {
    const include = ids.slice(start, start + perCall).join(',')
    const { data } = await client.get(path, { include, per_page: String(perCall), _fields: 'id,virtual' }, Flags)
    found.push(...data)
  }
  return found
}

/** Older versions list variations by product only. */
async function readVariations(client: WooClient, lines: Order['line_items']) {
  const ids = lines.flatMap(({ variation_id: id }) => id ?? [])
  try {
    return await readFlags(client, 'wc/v3/variations', ids)
  } catch (error) {
    if (!(error instanceof Rejected) || error.code !== 'rest_no_route') throw error
  }
  const found: z.output<typeof Flags> = []
  for (const parent of new Set(lines.flatMap(({ product_id: id }) => id ?? []))) {
    const own = lines.filter(({ product_id: id }) => id === parent).flatMap(({ variation_id: id }) => id ?? [])
    found.push(...(await readFlags(client, `wc/v3/products/${parent}/variations`, own)))
  }
  return found
}
