import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import {
  type FetchedOrder,
  NotUnderstood,
  type ParsedDelivery,
  type PolledOrder,
  type PolledPage,
  type RawDelivery,
} from '#server/ports/channel.ts'
import type { GraphClient } from './client.ts'
import { parseOrder, toFetched } from './translate/order.ts'
import { OrderChange, orderFields, OrderHead, OrderPage, Webhook } from './wire.ts'

const pageSize = 50

/** Days that the first poll looks back: open orders from before the connection are imported, unless they are older. */
const firstLookDays = 30

/**
 * Seconds by which each poll overlaps the previous one, because Meta shows some changes late. Repeated deliveries are
 * deduplicated by their id.
 */
const overlapSeconds = 600

/**
 * Poll cursor: since when changes are read, and within one poll the token of the next page. Seconds by Meta's clock.
 */
const Cursor = z.object({
  accountId: z.string(),
  since: z.number(),
  newest: z.number(),
  after: z.string().optional(),
  isFirst: z.boolean().default(false),
})

type Cursor = z.output<typeof Cursor>

export async function pollOrders(
  client: GraphClient,
  accountId: string,
  cursor: string | null,
  now: number,
): Promise<PolledPage> {
  const from = parseCursor(accountId, cursor) ?? firstCursor(accountId, now)
  const { data, paging } = await client.get(
    `${encodeURIComponent(accountId)}/commerce_orders`,
    {
      fields: orderFields,
      // Orders that were completed before the connection are not imported.
      state: from.isFirst ? 'CREATED,IN_PROGRESS' : 'CREATED,IN_PROGRESS,COMPLETED',
      updated_after: String(from.since),
      limit: String(pageSize),
      ...(from.after ? { after: from.after } : {}),
    },
    OrderPage,
  )
  const newest = Math.max(from.newest, ...data.map(({ last_updated }) => Math.floor(Date.parse(last_updated) / 1000)))
  const after = paging?.next ? paging.cursors?.after : undefined
  const next = after
    ? { ...from, newest, after }
    : { accountId, since: Math.max(from.since, newest - overlapSeconds), newest }
  return {
    found: data.filter(isRelevant).map(toPolledDelivery),
    cursor: JSON.stringify(next),
    hasMore: after !== undefined,
  }
}

/** A cursor of another commerce account is ignored: the channel was given another shop. */
function parseCursor(accountId: string, cursor: string | null): Cursor | null {
  const parsed = cursor === null ? null : Cursor.parse(JSON.parse(cursor))
  return parsed?.accountId === accountId ? parsed : null
}

function firstCursor(accountId: string, now: number): Cursor {
  const since = Math.floor(now / 1000) - firstLookDays * 24 * 3600
  return { accountId, since, newest: since, isFirst: true }
}

type MetaOrder = z.output<typeof OrderPage>['data'][number]

/** An order that cannot be parsed is relevant: it goes into the inbox, where people see the failure. */
function isRelevant(order: MetaOrder): boolean {
  try {
    return toFetched(parseOrder(order)).kind !== 'nothing'
  } catch (error) {
    if (error instanceof NotUnderstood) return true
    throw error
  }
}

/** The delivery id contains a hash, because two changes within one second have the same time. */
function toPolledDelivery(order: MetaOrder): PolledOrder {
  const body = Buffer.from(JSON.stringify(order))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  return { deliveryId: `${order.id} ${order.last_updated} ${digest}`, body }
}

export async function fetchOrder(client: GraphClient, orderId: string): Promise<FetchedOrder> {
  return toFetched(parseOrder(await client.get(encodeURIComponent(orderId), { fields: orderFields }, z.unknown())))
}

/**
 * Reads a delivery: a polled order is complete, a webhook only names the order to fetch. Of a webhook that names
 * several, the first is returned; the poll imports the others.
 */
export function parseDelivery({ body }: RawDelivery): ParsedDelivery {
  const json = parseJsonBody(body)
  if (OrderHead.safeParse(json).success) return toFetched(parseOrder(json))
  const webhook = Webhook.safeParse(json)
  if (!webhook.success) throw new NotUnderstood(say('This is not a webhook from Meta.'))
  for (const { time, changes } of webhook.data.entry) {
    for (const { field, value } of changes) {
      const change = OrderChange.safeParse(value)
      if (field !== 'commerce_orders' || !change.success) continue
      const eventAt = time === undefined ? null : new Date(time * 1000)
      return { kind: 'fetch', eventType: 'order.updated', externalOrderId: change.data.order_id, eventAt }
    }
  }
  return { kind: 'nothing', eventType: webhook.data.object, why: formatMessage(say('There is no order in it.')) }
}

/** The accounts that a webhook names, one per entry; an entry that names none has an empty one. */
export function accountsIn(body: Buffer): string[] {
  try {
    const webhook = Webhook.safeParse(parseJsonBody(body))
    return webhook.success ? webhook.data.entry.map(({ id }) => id ?? '') : []
  } catch {
    return []
  }
}

function parseJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new NotUnderstood(say('This is not JSON.'))
  }
}
