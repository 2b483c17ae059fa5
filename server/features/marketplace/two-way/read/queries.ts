import { sql, type SQL } from 'drizzle-orm'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import { Money } from '#contract/money.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { CatalogFacts, Listing } from '#server/ports/listings.ts'
import { type AccountMarketplace, productOfAsin } from '../../sync/staging-queries.ts'
import { participatingListing } from '../sku-queries.ts'

/**
 * Stages listings from Amazon beside our SKUs: one row of the temporary table `staged_listings` each. A new SKU joins the product
 * with its ASIN, if there is one.
 */
export async function stageListings(tx: Tx, place: AccountMarketplace, listings: readonly Listing[]): Promise<void> {
  const { companyId } = place
  await tx.execute(sql`
    create temp table staged_listings on commit drop as
    select g.sku, g.asin, g."productType" as product_type, g.statuses, g."fulfilledBy" as fulfilled_by, g.issues,
      g.values, g."changedAt" as changed_at, s.id is null as is_new, coalesce(s.id, new_id()) as sku_id,
      coalesce(s.product_id, (${productOfAsin(companyId)})) as product_id, false as makes_product,
      case when coalesce(g.values ->> 'currency', ${currencyAt(place.marketplaceId)}) = settings.currency then g.price end
        as price
    from json_to_recordset(${JSON.stringify(listings.map(withPrice))}::json) as g(sku text, asin text,
      "productType" text, statuses text[], "fulfilledBy" text, issues jsonb, values jsonb, "changedAt" timestamptz,
      price numeric)
    join company_settings settings on settings.company_id = ${companyId}
    left join lateral (
      select id, product_id from skus where company_id = ${companyId} and skus.sku = g.sku offset 0
    ) as s on true`)
}

/** A price too high for our column is dropped. */
const withPrice = (listing: Listing) => ({ ...listing, price: Money.safeParse(listing.values.price).data ?? null })

export const newListedProducts: SQL = sql`
  select distinct on (product_id) product_id, coalesce(nullif(btrim(values ->> 'title'), ''), sku) as title,
    coalesce(values ->> 'brand', '') as brand, coalesce(values ->> 'description', '') as description,
    array(select jsonb_array_elements_text(values -> 'bulletPoints')) as bullet_points
  from staged_listings where makes_product order by product_id, sku`

export const newListedSkus: SQL = sql`
  select sku_id, product_id, sku, asin, nullif(btrim(values ->> 'title'), '') as title, fulfilled_by as stock_holder,
    price
  from staged_listings where is_new`

/** Amazon holds the stock as soon as it fulfills one of the SKU's listings. */
export const knownListedSkus = ({ companyId, accountId, marketplaceId }: AccountMarketplace): SQL => sql`
  select sku_id, product_id, asin, case when fulfilled_by = 'amazon' or exists (
    select from amazon_listings l
    where l.company_id = ${companyId} and l.sku_id = staged_listings.sku_id and l.fulfilled_by = 'amazon' and l.amazon <> '{}'
      and (l.integration_id, l.marketplace_id) <> (${accountId}::uuid, ${marketplaceId})
  ) then 'amazon' else 'merchant' end as stock_holder
  from staged_listings where not is_new`

type UpsertOptions = { readAt: Date; withNew: boolean }

/** Amazon's replicas may lag: values older than the stored ones are ignored. */
export async function upsertStagedListings(
  tx: Tx,
  place: AccountMarketplace,
  { readAt, withNew }: UpsertOptions,
): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  await tx.execute(sql`
    insert into amazon_listings as l (company_id, integration_id, marketplace_id, sku_id, asin, product_type, statuses,
      fulfilled_by, issues, amazon, changed_at, read_at)
    select ${companyId}::uuid, ${accountId}::uuid, ${marketplaceId}, sku_id, asin, product_type, statuses, fulfilled_by,
      issues, values, changed_at, ${readAt.toISOString()}::timestamptz
    from staged_listings where ${withNew ? sql`true` : sql`not is_new`} order by sku_id
    on conflict (company_id, integration_id, marketplace_id, sku_id) do update set asin = excluded.asin,
      product_type = excluded.product_type, statuses = excluded.statuses, fulfilled_by = excluded.fulfilled_by,
      issues = excluded.issues, read_at = excluded.read_at, updated_at = now(),
      amazon = case when excluded.changed_at < l.changed_at then l.amazon
        when l.amazon ? 'catalog' then excluded.amazon || jsonb_build_object('catalog', l.amazon -> 'catalog')
        else excluded.amazon end,
      changed_at = greatest(excluded.changed_at, l.changed_at)`)
}

/**
 * Clears listings that a full read of the marketplace did not contain, so that they are no longer synced. A read that
 * lacks more than half of them is implausible and changes nothing.
 */
export async function clearMissingListings(tx: Tx, place: AccountMarketplace, readFrom: Date): Promise<void> {
  const { companyId, accountId, marketplaceId } = place
  const isLacking = sql`read_at < ${readFrom.toISOString()}`
  const present = sql`company_id = ${companyId} and integration_id = ${accountId} and marketplace_id = ${marketplaceId}
    and amazon <> '{}'`
  await tx.execute(sql`
    update amazon_listings set amazon = '{}', statuses = '{}', issues = '[]', details_read_at = null, updated_at = now()
    where ${present} and ${isLacking} and (
      select 2 * count(*) filter (where ${isLacking}) <= count(*) from amazon_listings where ${present})`)
}

/** Catalog items of one marketplace whose details were never read or are outdated. */
export type ItemsWithoutDetails = { marketplaceId: string; asins: string[] }

type AccountKey = { companyId: string; accountId: string }

type DetailsQuery = { readBefore: Date; isPreview: boolean; limit: number }

/** The next items of one marketplace, among listings that are synced; null when there are none. */
export async function findItemsWithoutDetails(
  tx: Tx,
  { companyId, accountId }: AccountKey,
  { readBefore, isPreview, limit }: DetailsQuery,
): Promise<ItemsWithoutDetails | null> {
  const isOld = isPreview
    ? sql`k.details_read_at is null and not k.amazon ? 'catalog'`
    : sql`coalesce(k.details_read_at, '-infinity') < ${readBefore.toISOString()}::timestamptz`
  const { rows } = await tx.execute<ItemsWithoutDetails>(sql`
    with undetailed as (
      select k.marketplace_id, k.asin from amazon_listings k
      join skus s on s.company_id = ${companyId} and s.id = k.sku_id
      cross join lateral (${participatingListing(companyId)}) as l
      where k.company_id = ${companyId} and k.integration_id = ${accountId} and k.asin is not null and k.amazon <> '{}'
        and ${isOld} and (l.integration_id, l.marketplace_id) = (k.integration_id, k.marketplace_id)
      order by k.marketplace_id, k.sku_id limit ${limit}
    )
    select marketplace_id as "marketplaceId", array_agg(distinct asin) as asins from undetailed
    group by marketplace_id order by marketplace_id limit 1`)
  return rows[0] ?? null
}

type CatalogRead = { asins: readonly string[]; facts: readonly CatalogFacts[]; readAt: Date | null }

/** Stores catalog facts with the listings of the items, and returns the SKUs of these listings. */
export async function storeDetails(
  tx: Tx,
  { companyId, accountId, marketplaceId }: AccountMarketplace,
  { asins, facts, readAt }: CatalogRead,
): Promise<{ skuId: string; asin: string }[]> {
  const { rows } = await tx.execute<{ skuId: string; asin: string }>(sql`
    update amazon_listings k set updated_at = now(),
      details_read_at = coalesce(${readAt?.toISOString() ?? null}::timestamptz, k.details_read_at),
      amazon = k.amazon || jsonb_build_object('catalog', jsonb_build_object(
        'brand', fact.brand, 'bulletPoints', coalesce(fact."bulletPoints", '[]')))
    from unnest(${sql.param(asins)}::text[]) as item(asin)
    left join json_to_recordset(${JSON.stringify(facts)}::json) as fact(asin text, brand text, "bulletPoints" jsonb)
      on fact.asin = item.asin
    where k.company_id = ${companyId} and k.integration_id = ${accountId} and k.marketplace_id = ${marketplaceId}
      and k.asin = item.asin and k.amazon <> '{}'
    returning k.sku_id as "skuId", k.asin`)
  return rows
}
