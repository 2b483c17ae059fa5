import { sql } from 'drizzle-orm'
import { createCaller, type ApiRequest } from '#emulators/amazon/fixtures/amazon-fixture.ts'
import { price } from '#emulators/amazon/fixtures/listed-items.ts'
import { textOf, type Attributes, type Listing, offersOf } from '#emulators/amazon/listings/listing.ts'
import type { Submission } from '#emulators/amazon/listings/submission.ts'
import { updateProduct } from '#server/features/products/products.ts'
import { updateSku } from '#server/features/products/skus.ts'
import { unitedStates } from '../fake-marketplace.ts'
import { countStock } from '../stock.ts'
import type { ConnectedSeller } from './fixture.ts'

export type Field = 'title' | 'price' | 'brand' | 'description' | 'bulletPoints'
export type ListingTexts = Record<Field, string> & { quantity: number | null }

type LockstepListing = ListingTexts & { skuId: string; productId: string; skuVersion: number; productVersion: number }

/** Reads a SKU in Lockstep. */
export async function readLockstep({ ctx }: ConnectedSeller, sku: string): Promise<LockstepListing> {
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<LockstepListing>(sql`
      select s.id as "skuId", p.id as "productId", s.version as "skuVersion", p.version as "productVersion",
        coalesce(s.title, p.title) as title, s.price, p.brand, p.description,
        array_to_string(p.bullet_points, ' / ') as "bulletPoints",
        case when s.stock_holder = 'merchant' then l.qty_available end as quantity
      from skus s join products p on p.id = s.product_id join stock_levels l on l.sku_id = s.id where s.sku = ${sku}`),
  )
  const [found] = rows
  if (!found) throw new Error(`there is no SKU ${sku} here`)
  return found
}

/** Edits a field in Lockstep. The edit time is then set to the test's clock, because the database uses its own. */
export async function editLockstep(
  connected: ConnectedSeller,
  sku: string,
  field: Field,
  value: string,
): Promise<void> {
  const { ctx } = connected
  const { skuId, productId, skuVersion, productVersion, ...before } = await readLockstep(connected, sku)
  if (before[field] === value) return
  const isOfSku = field === 'title' || field === 'price'
  if (isOfSku) await updateSku(ctx, { productId, skuId, version: skuVersion, [field]: value })
  else await updateProduct(ctx, { productId, version: productVersion, [field]: value })
  const edited = JSON.stringify({ [field]: ctx.clock.now() })
  await ctx.transaction((tx) =>
    tx.execute(
      isOfSku
        ? sql`update skus set edited_at = edited_at || ${edited}::jsonb where id = ${skuId}`
        : sql`update products set edited_at = edited_at || ${edited}::jsonb where id = ${productId}`,
    ),
  )
}

export async function countInLockstep(connected: ConnectedSeller, sku: string, available: number): Promise<void> {
  const { deps, ctx } = connected
  const { skuId } = await readLockstep(connected, sku)
  await countStock(deps.db, ctx.companyId, skuId, { available, source: 'sheet', readAt: ctx.clock.now() })
}

/** Reads a SKU's listing at the emulator. */
export function readAmazon(connected: ConnectedSeller, sku: string): ListingTexts {
  const { attributes } = listingOf(connected, sku)
  return {
    title: textOf(attributes, 'item_name') ?? '',
    price: offersOf(attributes, unitedStates)[0]?.price.amount ?? '',
    brand: textOf(attributes, 'brand') ?? '',
    description: textOf(attributes, 'product_description') ?? '',
    bulletPoints: (attributes['bullet_point'] ?? []).map(({ value }) => String(value)).join(' / '),
    quantity: (merchantChannel(attributes)?.['quantity'] ?? null) as number | null,
  }
}

const merchantChannel = (attributes: Attributes) =>
  attributes['fulfillment_availability']?.find((channel) => channel['fulfillment_channel_code'] === 'DEFAULT') ?? null

const attributeOf = {
  title: 'item_name',
  price: 'purchasable_offer',
  brand: 'brand',
  description: 'product_description',
  bulletPoints: 'bullet_point',
} as const

/** Edits a field in Seller Central or with another tool; Amazon queues it like our own changes. */
export async function editAmazon(connected: ConnectedSeller, sku: string, field: Field, value: string): Promise<void> {
  const { productType } = listingOf(connected, sku)
  const values = field === 'price' ? price(Number(value)) : value.split(' / ').map((text) => ({ value: text }))
  const patches = [{ op: 'replace', path: `/attributes/${attributeOf[field]}`, value: values }]
  const answer = await askAmazon(connected, sku, { method: 'PATCH', body: { productType, patches } })
  const submission = connected.seller.submissions.at(-1)
  if (!submission || !answer.text.includes('ACCEPTED')) throw new Error(`Amazon refused the edit: ${answer.text}`)
  connected.ofOthers.add(submission)
}

/** Sells units at Amazon if enough are available; returns whether it did. */
export async function sellAtAmazon(connected: ConnectedSeller, sku: string, units: number): Promise<boolean> {
  await askAmazon(connected, sku)
  const listing = listingOf(connected, sku)
  const channel = merchantChannel(listing.attributes)
  const left = Number(channel?.['quantity'] ?? 0) - units
  if (!channel || left < 0) return false
  channel['quantity'] = left
  listing.updatedAt = connected.amazon.clock.now().toISOString()
  return true
}

/** Whether an edit by others is still queued at Amazon. */
export const isOthersWorkOpen = (connected: ConnectedSeller, sku: string) =>
  openWork(connected, sku).some((submission) => connected.ofOthers.has(submission))

export const isOurWorkOpen = (connected: ConnectedSeller, sku: string) =>
  openWork(connected, sku).some((submission) => !connected.ofOthers.has(submission))

function openWork({ seller, amazon }: ConnectedSeller, sku: string): Submission[] {
  const now = amazon.clock.now().toISOString()
  return seller.submissions.filter((submission) => submission.sku === sku && submission.dueAt >= now)
}

/** Calls the emulator, which first applies everything that is due. */
const askAmazon = ({ amazon, seller }: ConnectedSeller, sku: string, asked: ApiRequest = {}) =>
  createCaller(amazon, seller.id)(`/listings/2021-08-01/items/${seller.id}/${encodeURIComponent(sku)}`, {
    query: { marketplaceIds: unitedStates },
    ...asked,
  })

function listingOf({ seller }: ConnectedSeller, sku: string): Listing {
  const listing = seller.listings[unitedStates]?.[sku]
  if (!listing) throw new Error(`there is no listing of ${sku}`)
  return listing
}
