import { type SQL, sql } from 'drizzle-orm'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import type { StockHolder } from '#contract/inventory.ts'
import { Money } from '#contract/money.ts'
import { sellableUnits } from '#server/features/inventory/sellable.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ListingValues } from '#server/ports/listings.ts'
import type { AccountMarketplace } from '../sync/staging-queries.ts'
import { type EditTimes, type FieldTexts, listingText, type StoredEdits, toEditTimes, toTexts } from './merge/fields.ts'
import { StoredAgreed, StoredListing, StoredSent } from './queries.ts'

/** A SKU with the listing it is synced with. Values are given as they are and as texts for comparison. */
export type ListedSku = {
  skuId: string
  productId: string
  sku: string
  marketplaceId: string
  asin: string | null
  productType: string | null
  values: ListingValues
  ours: FieldTexts
  amazonValues: ListingValues
  amazon: FieldTexts
  editedAt: EditTimes
  /** When the stock was counted here; null if never. */
  countedAt: Date | null
  qtyAvailable: number
  changedAt: Date | null
  agreed: Partial<FieldTexts>
  sent: StoredSent
  hasOwnTitle: boolean
  isOnlySku: boolean
  /** Whether both sides have prices in the same currency. */
  isPriced: boolean
  isHeldByMerchant: boolean
}

type PlainFields =
  | 'skuId'
  | 'productId'
  | 'sku'
  | 'marketplaceId'
  | 'asin'
  | 'productType'
  | 'qtyAvailable'
  | 'hasOwnTitle'
  | 'isOnlySku'

type ListedSkuRecord = Pick<ListedSku, PlainFields> &
  StoredEdits & {
    title: string
    brand: string
    description: string
    bulletPoints: string[]
    price: string | null
    currency: string
    sellable: number
    countedAt: string | null
    stockHolder: StockHolder
    fulfilledBy: StockHolder
    changedAt: string | null
    amazon: unknown
    agreed: unknown
    sent: unknown
  }

type AccountKey = { companyId: string; accountId: string }

/** Active SKUs `s` that are synced with a listing of the account; `which` is a condition on `s`. */
export async function readListedSkus(tx: Tx, { companyId, accountId }: AccountKey, which: SQL): Promise<ListedSku[]> {
  const { rows } = await tx.execute<ListedSkuRecord>(sql`
    select s.id as "skuId", s.product_id as "productId", s.sku, l.marketplace_id as "marketplaceId",
      coalesce(l.asin, s.asin) as asin, l.product_type as "productType", ${ourValueColumns},
      l.fulfilled_by as "fulfilledBy", l.changed_at as "changedAt", l.amazon, l.agreed, l.sent,
      s.title is not null as "hasOwnTitle", not exists (
        select from skus sibling
        where sibling.company_id = s.company_id and sibling.product_id = s.product_id and sibling.id <> s.id
      ) as "isOnlySku"
    from ${activeSkus(companyId)}
    cross join lateral (${participatingListing(companyId)}) as l
    where l.integration_id = ${accountId} and ${which}
    order by s.id`)
  return rows.map(toListedSku)
}

/** Our values of the SKU `s`. */
const ourValueColumns: SQL = sql`
  coalesce(s.title, p.title) as title, p.brand, p.description, p.bullet_points as "bulletPoints", s.price,
  settings.currency, s.stock_holder as "stockHolder", v.read_at as "countedAt", v.qty_available as "qtyAvailable",
  ${sellableUnits(sql`v`)} as sellable,
  s.edited_at as "skuEditedAt", p.edited_at as "productEditedAt",
  s.created_at as "skuCreatedAt", p.created_at as "productCreatedAt"`

const activeSkus = (companyId: string): SQL => sql`
  (select * from skus where company_id = ${companyId} and is_active) as s
  join products p on p.company_id = ${companyId} and p.id = s.product_id
  join stock_levels v on v.company_id = ${companyId} and v.sku_id = s.id
  join company_settings settings on settings.company_id = ${companyId}`

function toListedSku(record: ListedSkuRecord): ListedSku {
  const { skuId, productId, sku, marketplaceId, asin, productType, hasOwnTitle, isOnlySku, qtyAvailable } = record
  const { catalog, ...stored } = StoredListing.parse(record.amazon)
  const values = toListingValues(record)
  const amazonValues = {
    ...stored,
    brand: stored.brand ?? catalog?.brand ?? null,
    bulletPoints: stored.bulletPoints.length > 0 ? stored.bulletPoints : (catalog?.bulletPoints ?? []),
  }
  return {
    skuId,
    productId,
    sku,
    marketplaceId,
    asin,
    productType,
    hasOwnTitle,
    isOnlySku,
    qtyAvailable,
    values,
    ours: toTexts(values),
    amazonValues,
    amazon: toTexts(amazonValues),
    editedAt: toEditTimes(record),
    countedAt: record.countedAt === null ? null : new Date(record.countedAt),
    changedAt: record.changedAt === null ? null : new Date(record.changedAt),
    agreed: StoredAgreed.parse(record.agreed),
    sent: StoredSent.parse(record.sent),
    isPriced: record.currency === (stored.currency ?? currencyAt(marketplaceId)) && isMoney(stored.price),
    isHeldByMerchant: record.stockHolder === 'merchant' && record.fulfilledBy === 'merchant',
  }
}

/** A price too high for our column is ignored. */
const isMoney = (price: string | null) => price === null || Money.safeParse(price).success

type OurValues = Pick<
  ListedSkuRecord,
  'title' | 'brand' | 'description' | 'bulletPoints' | 'price' | 'currency' | 'sellable' | 'countedAt'
>

/** A quantity that was never counted is not sent. */
const toListingValues = (ours: OurValues): ListingValues => ({
  title: ours.title,
  brand: ours.brand || null,
  description: ours.description || null,
  bulletPoints: ours.bulletPoints,
  price: ours.price,
  currency: ours.currency,
  quantity: ours.countedAt === null ? null : ours.sellable,
})

/** A SKU that was never listed at Amazon. `text` is its whole listing as text. */
export type UnlistedSku = {
  skuId: string
  productId: string
  sku: string
  asin: string | null
  values: ListingValues
  text: string
  sent: StoredSent
}

type UnlistedSkuRecord = Pick<UnlistedSku, 'skuId' | 'productId' | 'sku' | 'asin'> &
  Parameters<typeof toListingValues>[0] & { sent: unknown }

/** Active SKUs `s` without any listing that have all a listing needs; `which` is a condition on `s`. */
export async function readUnlistedSkus(tx: Tx, place: AccountMarketplace, which: SQL): Promise<UnlistedSku[]> {
  const { companyId, accountId, marketplaceId } = place
  const { rows } = await tx.execute<UnlistedSkuRecord>(sql`
    select s.id as "skuId", s.product_id as "productId", s.sku, s.asin, ${ourValueColumns}, coalesce(l.sent, '{}') as sent
    from ${activeSkus(companyId)}
    left join amazon_listings l on l.company_id = ${companyId} and l.integration_id = ${accountId}
      and l.marketplace_id = ${marketplaceId} and l.sku_id = s.id
    where s.last_amazon_sync is null and s.price is not null and ${which} and not exists (
      select from amazon_listings known
      where known.company_id = ${companyId} and known.sku_id = s.id and known.read_at is not null
    )
    order by s.id`)
  return rows.map(({ skuId, productId, sku, asin, sent, ...ours }) => {
    const values = toListingValues(ours)
    return { skuId, productId, sku, asin, values, text: listingText(values, asin), sent: StoredSent.parse(sent) }
  })
}

/**
 * The listing `l` that the SKU `s` is synced with: that of its home, else of the first account and marketplace that
 * list it. A listing that is gone from Amazon has no values and is ignored.
 */
export const participatingListing = (companyId: string): SQL => sql`
  select l.* from amazon_listings l
  join amazon_integrations a on a.company_id = l.company_id and a.id = l.integration_id and a.disconnected_at is null
  where l.company_id = ${companyId} and l.sku_id = s.id and l.amazon <> '{}' and l.marketplace_id = any(a.marketplace_ids)
    and (not ${hasHome(companyId)}
      or (l.integration_id, l.marketplace_id) = (s.amazon_integration_id, s.amazon_marketplace_id))
  order by a.created_at, a.id, array_position(a.marketplace_ids, l.marketplace_id) limit 1`

/** Whether Amazon stocks the SKU `s`, through an account that is still active there. */
const hasHome = (companyId: string): SQL => sql`exists (
  select from amazon_integrations home
  where home.company_id = ${companyId} and home.id = s.amazon_integration_id and home.disconnected_at is null
    and s.amazon_marketplace_id = any(home.marketplace_ids))`

/** The last id of the next `count` active SKUs; null when there are no more. */
export async function findLastSkuOfBatch(
  tx: Tx,
  companyId: string,
  after: string | null,
  count: number,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (
      select id from skus
      where company_id = ${companyId} and is_active ${after === null ? sql`` : sql`and id > ${after}`}
      order by id limit ${count}
    ) as next
    order by id desc limit 1`)
  return rows[0]?.id ?? null
}
