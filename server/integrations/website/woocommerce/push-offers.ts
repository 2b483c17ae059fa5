import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ChannelConnection, Offer, OfferedItem, OfferResult } from '#server/ports/channel.ts'
import { createWooClient, type WoocommerceSettings } from './client.ts'
import { itemObstacle, parentObstacle, shopObstacle } from './items.ts'
import { readState, type ShopState } from './site.ts'

/** WooCommerce takes 100 entries in one call. */
const perCall = 100

const Entry = z.object({
  id: z.int(),
  manage_stock: z
    .union([z.boolean(), z.literal('parent')])
    .nullish()
    .catch(null),
  stock_quantity: z.number().nullish().catch(null),
  error: z.object({ code: z.union([z.string(), z.number().transform(String)]) }).nullish(),
})
type Entry = z.output<typeof Entry>

const BatchAnswer = z.object({ update: z.array(Entry) })

/** One product or variation with the quantity that it is to have. */
type Update = { offer: Offer; item: OfferedItem; id: number; path: string }

/**
 * Sets quantities, and regular prices where they are sent: never sale prices. Nothing is switched on in the shop, so a product whose
 * stock it does not manage is rejected. WooCommerce drops such a quantity without an error, so its answer is compared with what was sent.
 */
export async function pushOffers(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  offers: readonly Offer[],
): Promise<OfferResult[]> {
  const client = createWooClient(settings, connection)
  const state = readState(connection.state)
  const results: OfferResult[] = offers
    .filter(({ items }) => items.length === 0)
    .map(({ sku }) => ({ sku, outcome: 'not_listed' }))
  const updates = offers.flatMap((offer) => offer.items.map((item) => toUpdate(offer, item)))
  for (const [path, ofPath] of Map.groupBy(updates, (update) => update.path)) {
    for (let start = 0; start < ofPath.length; start += perCall) {
      const batch = ofPath.slice(start, start + perCall)
      const update = batch.map((one) => ({ id: one.id, stock_quantity: one.offer.sellable, ...priceOf(one, state) }))
      const answer = await client.write('POST', path, { update }, BatchAnswer)
      results.push(...batch.map((one, index) => toResult(one, findEntry(answer.update, one, index), state)))
    }
  }
  return results
}

function toUpdate(offer: Offer, item: OfferedItem): Update {
  const { productId, variationId } = item.refs
  const product = productId ?? item.externalId
  return variationId
    ? { offer, item, id: Number(variationId), path: `wc/v3/products/${product}/variations/batch` }
    : { offer, item, id: Number(product), path: 'wc/v3/products/batch' }
}

/** A price in another currency than the shop's is not sent. */
const priceOf = ({ offer: { price, currency } }: Update, state: ShopState) =>
  price !== null && currency === state.currency ? { regular_price: price } : {}

/** Answers keep the order of the request. */
const findEntry = (entries: readonly Entry[], { id }: Update, index: number): Entry | undefined =>
  entries[index]?.id === id ? entries[index] : entries.find((entry) => entry.id === id)

const rejectionOf = (id: number, code: string): string =>
  formatMessage(say('WooCommerce rejects product {id} ({code}).', { id: String(id), code }))

function toResult({ offer, item, id }: Update, entry: Entry | undefined, { managesStock }: ShopState): OfferResult {
  const { sku, sellable } = offer
  const about = { sku, externalId: item.externalId }
  if (!entry)
    return {
      ...about,
      outcome: 'rejected',
      reason: formatMessage(say('WooCommerce did not respond for this product.')),
    }
  if (entry.error) {
    const { code } = entry.error
    return code.includes('invalid_id') || code.includes('invalid_product_id')
      ? { ...about, outcome: 'not_listed' }
      : { ...about, outcome: 'rejected', reason: rejectionOf(id, code.slice(0, 80)) }
  }
  if (entry.manage_stock === 'parent') return { ...about, outcome: 'rejected', reason: parentObstacle }
  if (entry.manage_stock !== true) {
    return { ...about, outcome: 'rejected', reason: managesStock === false ? shopObstacle : itemObstacle }
  }
  if (entry.stock_quantity !== sellable) {
    const has = entry.stock_quantity ?? 'none'
    return { ...about, outcome: 'rejected', reason: `WooCommerce shows ${has} in stock instead of ${sellable}.` }
  }
  return { ...about, outcome: 'confirmed', quantity: sellable }
}
