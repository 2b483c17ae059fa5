import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import type { AccountMarketplace } from '../../sync/queries/sightings.ts'
import { participatingListing } from './taking-part.ts'

/** Items of one marketplace whose details have not been read, or not for long. */
export type ItemsWithoutDetails = { marketplaceId: string; asins: string[] }

type AccountKey = { companyId: string; accountId: string }
type DetailsQuery = { readBefore: Date; isPreview: boolean; limit: number }

/** Of the listings that take part, those of one marketplace; null when there are none. */
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

/** Keeps what the catalogue says of the items' listings, and when it did. Answers the SKUs whose listings they are. */
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
