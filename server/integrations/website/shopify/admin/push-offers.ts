import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ChannelConnection, Offer, OfferResult } from '#server/ports/channel.ts'
import type { ShopifyClient } from './client.ts'
import { shorten } from './errors.ts'
import { bundleMessage, Level } from './items.ts'
import { getLocationOrThrow } from './settings.ts'

/*
 * Sends quantities as compare-and-set: Shopify takes units off when it sells, and a sale that we have not read must not be put back.
 *
 * `from` is the quantity that we believe Shopify has. If it has another one, Shopify refuses the whole call (stale). Then the current levels
 * are read:
 * - one that is already right is confirmed: the sale that changed it has been taken in here;
 * - fewer units than we knew may be a sale that is not read yet: the quantity is lowered by them at once, never raised, and the item is
 *   stale until the orders have been read. The level that was read is then compared with (`LevelMemory`);
 * - more units are a restock in the store: ours is set.
 * The quantity is not known (`from` is null) once the store may have put units back: a restock and a sale would leave the number that we
 * believe in. Then the level is read, and more units are set only when the orders have been read after it.
 */

/** Units that may have been sold without our knowledge, noticed at `readAt`; 0 where it is not known whether there are any. */
type UnreadSale = { units: number; readAt: number }

/**
 * A level that was read because a comparison failed, and what may have been sold until then. It counts no more once the item has another
 * version: the store may have put units back since.
 */
type ReadLevel = { level: number; sales: readonly UnreadSale[]; version: string | undefined }

/** By channel and inventory item. */
export type LevelMemory = Map<string, ReadLevel>

/** When the last complete poll of each channel read its last page. */
export type PollTimes = Map<string, number>

/** Shopify's orders are searched by an index that may lag behind: a poll so long after a sale shows it. */
const settledAfterMs = 10_000

type Push = {
  client: ShopifyClient
  connection: ChannelConnection
  locationId: string
  memory: LevelMemory
  polls: PollTimes
}

/** One item to set. `from` is null while its quantity at the location is not known. */
type Entry = {
  sku: string
  externalId: string
  itemGid: string
  quantity: number
  from: number | null
  version: string | undefined
  /** So many units less are set than was asked for, until the orders have been read. */
  sales: readonly UnreadSale[]
}

const mostPerCall = 250
const mostRounds = 4

export async function pushOffers(
  client: ShopifyClient,
  connection: ChannelConnection,
  known: { memory: LevelMemory; polls: PollTimes },
  offers: readonly Offer[],
): Promise<OfferResult[]> {
  const push: Push = { client, connection, ...known, locationId: getLocationOrThrow(connection) }
  const entries = offers.flatMap((offer) => entriesOf(push, offer))
  const listed = new Set(entries.map(({ sku }) => sku))
  const results: OfferResult[] = offers.flatMap(({ sku }) => (listed.has(sku) ? [] : [{ sku, outcome: 'not_listed' }]))
  for (let start = 0; start < entries.length; start += mostPerCall) {
    results.push(...(await pushChunk(push, entries.slice(start, start + mostPerCall))))
  }
  const priceErrors = await pushPrices(client, connection, offers)
  return results.map((result) => {
    const reason = priceErrors.get(result.sku)
    return reason === undefined || result.outcome === 'rejected' ? result : { ...result, outcome: 'rejected', reason }
  })
}

/** An item that two SKUs were matched with has the quantity of the first. */
function entriesOf(push: Push, { sku, sellable, items }: Offer): Entry[] {
  return items.flatMap(({ externalId, refs, quantity, version }) => {
    const itemGid = refs['inventoryItemGid']
    if (!itemGid) return []
    const kept = push.memory.get(keyOfLevel(push, itemGid))
    const read = kept?.version === version ? kept : undefined
    const sales = (read?.sales ?? []).filter((sale) => !isSettled(push, sale))
    const from = read?.level ?? quantity
    return [{ sku, externalId, itemGid, quantity: Math.max(0, sellable - unitsOf(sales)), from, version, sales }]
  })
}

const keyOfLevel = ({ connection }: Push, itemGid: string): string => `${connection.channelId} ${itemGid}`

const unitsOf = (sales: readonly UnreadSale[]): number => sales.reduce((sum, { units }) => sum + units, 0)

/** Whether the orders have been read since, so that we know what was sold. */
const isSettled = ({ polls, connection }: Push, { readAt }: UnreadSale): boolean =>
  (polls.get(connection.channelId) ?? 0) >= readAt + settledAfterMs

async function pushChunk(push: Push, chunk: readonly Entry[]): Promise<OfferResult[]> {
  const results: OfferResult[] = []
  const settle = (entry: Entry, level: number) => {
    const { sku, externalId, itemGid, sales, version } = entry
    const key = keyOfLevel(push, itemGid)
    if (sales.length > 0) {
      push.memory.set(key, { level, sales, version })
      results.push({ sku, externalId, outcome: 'stale' })
    } else {
      push.memory.delete(key)
      results.push({ sku, externalId, outcome: 'confirmed', quantity: level })
    }
  }
  let open = distinct(chunk).filter((entry) => {
    const mayBeSet = entry.sales.length === 0 || entry.from === null || entry.quantity < entry.from
    if (!mayBeSet) settle(entry, entry.from ?? 0)
    return mayBeSet
  })
  /** Entries that are left to set once the level is known. */
  const compare = (entry: Entry, level: number | null): Entry[] => {
    if (level === entry.quantity) {
      settle(entry, level)
      return []
    }
    const planned = planAfterReading(entry, level, push.client.timing.now())
    if (level === null || planned.sales.length === 0 || planned.quantity < level) return [planned]
    settle(planned, level)
    return []
  }
  let isFresh = false
  for (let round = 0; open.length > 0; round += 1) {
    if (round === mostRounds) {
      results.push(...open.map(({ sku, externalId }) => ({ sku, externalId, outcome: 'stale' as const })))
      return results
    }
    const unknown = open.filter(({ from }) => from === null)
    if (unknown.length > 0) {
      const levels = await levelsOrStock(push, unknown)
      open = open.flatMap((entry) => {
        if (entry.from !== null) return [entry]
        const level = levels.get(entry.itemGid)
        return level === undefined ? [{ ...entry, from: 0 }] : compare(entry, level)
      })
    }
    const { refused, isWritten } = await setQuantities(push, open, isFresh ? `${push.client.timing.now()}` : '')
    for (const { entry, reason } of refused) {
      results.push({ sku: entry.sku, externalId: entry.externalId, outcome: 'rejected', reason })
    }
    open = open.filter((entry) => !refused.some((one) => one.entry === entry))
    if (isWritten) {
      for (const entry of open) settle(entry, entry.quantity)
      break
    }
    // After any objection something may have been written nevertheless, so the levels decide what is left to do.
    const levels = await readLevels(push, open)
    open = open.flatMap((entry) => compare(entry, levels.get(entry.itemGid) ?? null))
    isFresh = true
  }
  return results
}

function distinct(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ itemGid }) => !seen.has(itemGid) && seen.add(itemGid))
}

/** What to set of an item whose level is not what we believed, or was not known. */
function planAfterReading(entry: Entry, level: number | null, now: number): Entry {
  if (level === null || (entry.from !== null && level >= entry.from)) return { ...entry, from: level }
  const units = entry.from === null ? 0 : entry.from - level
  const sales = [...entry.sales, { units, readAt: now }]
  return { ...entry, quantity: Math.max(0, entry.quantity - units), from: level, sales }
}

const Levels = z.object({
  nodes: z.array(z.object({ id: z.string(), inventoryLevel: Level }).nullable()),
})

/** Available units by inventory item; items without a level are not stocked at the location. */
async function readLevels({ client, locationId }: Push, entries: readonly Entry[]): Promise<Map<string, number>> {
  if (entries.length === 0) return new Map()
  const ids = entries.map(({ itemGid }) => itemGid)
  const { nodes } = await client.ask('levels', { ids, locationId }, Levels)
  const levels = nodes.flatMap((node) =>
    node && node.inventoryLevel !== null ? [[node.id, node.inventoryLevel] as const] : [],
  )
  return new Map(levels)
}

/** Levels of items of unknown quantity; those that are not stocked at the location yet are stocked there, with none. */
async function levelsOrStock(push: Push, entries: readonly Entry[]): Promise<Map<string, number>> {
  const levels = await readLevels(push, entries)
  for (const entry of entries) if (!levels.has(entry.itemGid)) await stockAtLocation(push, entry)
  return levels
}

const Activated = z.object({
  inventoryActivate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
})

/** What Shopify objects to is said again when the quantity is set. */
async function stockAtLocation({ client, connection, locationId }: Push, { itemGid }: Entry): Promise<void> {
  const key = keyOf([connection.channelId, locationId, itemGid, 'activate', client.timing.now()])
  await client.ask('stockAt', { inventoryItemId: itemGid, locationId, key }, Activated)
}

const keyOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 40)

const SetAnswer = z.object({
  inventorySetQuantities: z
    .object({
      userErrors: z.array(
        z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }),
      ),
    })
    .nullable(),
})

type SetOutcome = { isWritten: boolean; refused: { entry: Entry; reason: string }[] }

/** Errors after which the current level decides; all others are refusals of an item. */
const retried = new Set([
  'CHANGE_FROM_QUANTITY_STALE',
  'ITEM_NOT_STOCKED_AT_LOCATION',
  'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
  'IDEMPOTENCY_CONCURRENT_REQUEST',
])

/** `salt` makes a new key for a further try, because a key that failed once stays refused. */
async function setQuantities(
  { client, connection, locationId }: Push,
  entries: readonly Entry[],
  salt: string,
): Promise<SetOutcome> {
  if (entries.length === 0) return { isWritten: true, refused: [] }
  const quantities = entries.map(({ itemGid, quantity, from }) => ({
    inventoryItemId: itemGid,
    locationId,
    quantity,
    changeFromQuantity: from,
  }))
  const input = { name: 'available', reason: 'correction', quantities }
  const key = keyOf([connection.channelId, quantities, salt])
  const { inventorySetQuantities } = await client.ask('setAvailable', { input, key }, SetAnswer)
  const errors = inventorySetQuantities?.userErrors ?? []
  const refused = errors.flatMap(({ code, field, message }) => {
    if (retried.has(code ?? '')) return []
    const index = Number(field?.find((step) => /^\d+$/.test(step)) ?? Number.NaN)
    const reason =
      sentences[code ?? ''] ??
      formatMessage(say('Shopify rejects the quantity: {reason}', { reason: shorten(message) }))
    const entry = entries[index]
    return entry ? [{ entry, reason }] : entries.map((each) => ({ entry: each, reason }))
  })
  return { isWritten: errors.length === 0, refused: [...new Map(refused.map((one) => [one.entry, one])).values()] }
}

const sentences: Readonly<Record<string, string>> = {
  NON_MUTABLE_INVENTORY_ITEM: bundleMessage,
  INVALID_INVENTORY_ITEM: formatMessage(say('Shopify no longer has this item. Read the store’s products again.')),
  INVALID_LOCATION: formatMessage(
    say('Shopify no longer has this location. Choose another one in the channel’s settings.'),
  ),
  INVALID_QUANTITY_TOO_HIGH: formatMessage(say('The quantity is too high for Shopify.')),
}

const ShopCurrency = z.object({ shop: z.object({ currencyCode: z.string() }) })

const SetPrices = z.object({
  productVariantsBulkUpdate: z
    .object({ userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })) })
    .nullable(),
})

type PricedVariant = { sku: string; productGid: string; id: string; price: string; compareAtPrice: string | null }

/**
 * Sends the prices of offers that have one; prices of markets and of wholesale catalogs are left alone. Returns why a SKU's price was not
 * taken.
 */
async function pushPrices(
  client: ShopifyClient,
  connection: ChannelConnection,
  offers: readonly Offer[],
): Promise<Map<string, string>> {
  const priced = offers.filter(({ price, isVisible }) => price !== null && isVisible)
  if (priced.length === 0) return new Map()
  const currency = await currencyOf(client, connection)
  const problems = new Map<string, string>()
  for (const { sku } of priced.filter((offer) => offer.currency !== currency)) {
    problems.set(sku, `Its price is not in the store’s currency (${currency}), so no price is sent.`)
  }
  const variants = priced.filter((offer) => offer.currency === currency).flatMap(variantsOf)
  for (const [productId, ofProduct] of Map.groupBy(variants, ({ productGid }) => productGid)) {
    const given = ofProduct.map(({ id, price, compareAtPrice }) => ({ id, price, compareAtPrice }))
    const answer = await client.ask('setPrices', { productId, variants: given }, SetPrices)
    for (const { field, message } of answer.productVariantsBulkUpdate?.userErrors ?? []) {
      const index = Number(field?.find((step) => /^\d+$/.test(step)) ?? Number.NaN)
      const refused = ofProduct[index] ? [ofProduct[index]] : ofProduct
      for (const { sku } of refused) problems.set(sku, `Shopify rejects the price: ${shorten(message)}`)
    }
  }
  return problems
}

async function currencyOf(client: ShopifyClient, { state }: ChannelConnection): Promise<string> {
  if (typeof state['currency'] === 'string') return state['currency']
  return (await client.ask('shopCurrency', {}, ShopCurrency)).shop.currencyCode
}

const variantsOf = ({ sku, price, compareAtPrice, items }: Offer): PricedVariant[] =>
  items.flatMap(({ refs: { variantGid: id, productGid } }) =>
    id && productGid && price !== null ? [{ sku, productGid, id, price, compareAtPrice }] : [],
  )
