import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { lockRows } from './sku-queries.ts'

/** Where Amazon keeps the SKUs, and when it told us of them. */
export type AmazonStockRead = { companyId: string; accountId: string; marketplaceId: string; seenAt: Date }

/** `products` is a select of product_id and title, `skus` one of sku_id, product_id, sku, asin and fnsku. */
type AddedSkus = { products: SQL; skus: SQL }

/**
 * SKUs that Amazon has and we had not. Their titles count as written long ago: nobody has written them here. Under a
 * product that is not active they begin inactive, like any other.
 */
export async function addAmazonSkus(tx: Tx, read: AmazonStockRead, { products, skus }: AddedSkus): Promise<void> {
  const { companyId, accountId, marketplaceId, seenAt } = read
  await lockRows(tx, companyId, 'products', sql`select distinct product_id from (${skus}) as added`, 'share')
  await tx.execute(sql`
    insert into products (company_id, id, title, edited_at)
    select ${companyId}::uuid, product_id, title, jsonb_build_object('title', timestamptz 'epoch')
    from (${products}) as added`)
  await tx.execute(sql`
    insert into skus (company_id, id, product_id, sku, asin, fnsku, is_active, stock_holder, last_amazon_sync,
      amazon_integration_id, amazon_marketplace_id)
    select ${companyId}::uuid, added.sku_id, added.product_id, added.sku, added.asin, added.fnsku, p.is_active, 'amazon',
      ${seenAt.toISOString()}::timestamptz, ${accountId}::uuid, ${marketplaceId}
    from (${skus}) as added
    cross join lateral (
      select p.is_active from products p
      where p.company_id = ${companyAtRunTime(companyId)} and p.id = added.product_id offset 0
    ) as p`)
}

/**
 * SKUs that Amazon has told of again: a select of sku_id, product_id, sku, asin and fnsku. Their codes at Amazon are taken
 * over. That Amazon was asked is no change of a SKU, another ASIN is: most are locked and left as they are, since to write
 * them would write all their indexes (see `lastSyncOf`). All of them are there; an upsert finds each by its key, where an
 * update might read all that the company has (see `companyAtRunTime`). It locks them one after the other, in the order of
 * `lockRows`.
 */
export async function updateAmazonSkus(tx: Tx, read: AmazonStockRead, known: SQL): Promise<void> {
  const { companyId, accountId, marketplaceId, seenAt } = read
  await tx.execute(sql`
    insert into skus as s (company_id, id, product_id, sku, asin, fnsku, stock_holder, amazon_integration_id,
      amazon_marketplace_id, last_amazon_sync)
    select ${companyId}::uuid, sku_id, product_id, sku, asin, fnsku, 'amazon', ${accountId}::uuid, ${marketplaceId},
      ${seenAt.toISOString()}::timestamptz
    from (${known}) as known order by sku_id
    on conflict (company_id, id) do update set asin = coalesce(excluded.asin, s.asin),
      fnsku = coalesce(excluded.fnsku, s.fnsku), stock_holder = excluded.stock_holder,
      amazon_integration_id = excluded.amazon_integration_id, amazon_marketplace_id = excluded.amazon_marketplace_id,
      last_amazon_sync = excluded.last_amazon_sync, missing_on_amazon_since = null,
      version = s.version + (excluded.asin is not null and excluded.asin is distinct from s.asin)::int
    where s.last_amazon_sync is null or s.missing_on_amazon_since is not null
      or (coalesce(excluded.asin, s.asin), coalesce(excluded.fnsku, s.fnsku), excluded.stock_holder,
        excluded.amazon_integration_id, excluded.amazon_marketplace_id)
      is distinct from (s.asin, s.fnsku, s.stock_holder, s.amazon_integration_id, s.amazon_marketplace_id)`)
}

type VanishedSkus = { companyId: string; accountId: string; readFrom: Date }

/** SKUs kept at the account that a read of all its stock has not told of. */
export const vanishedSkus = (vanished: VanishedSkus): SQL => sql`select id from (${unseenSkus(vanished)}) as unseen`

/** Looked up by their keys behind the levels that are unseen, which are few; in the order of `lockRows`. */
const unseenSkus = ({ companyId, accountId, readFrom }: VanishedSkus, lock = sql``): SQL => sql`
  select s.* from (
    select l.sku_id from stock_levels l
    where l.company_id = ${companyAtRunTime(companyId)} and (l.seen_at < ${readFrom.toISOString()}::timestamptz) is not false
    order by l.sku_id
  ) as unseen
  cross join lateral (
    select s.id, s.missing_on_amazon_since from skus s
    where s.company_id = ${companyAtRunTime(companyId)} and s.id = unseen.sku_id and s.amazon_integration_id = ${accountId}
      and s.last_amazon_sync < ${readFrom.toISOString()}::timestamptz offset 0 ${lock}
  ) as s`

/**
 * The first read that lacks a SKU marks it; a later one, if the mark is at least as old as `confirmedBefore`, frees it of
 * its home, so that it is counted wherever it turns up next. `gone` are those: they are no longer there.
 */
export async function markVanished(
  tx: Tx,
  vanished: VanishedSkus,
  { now, confirmedBefore }: { now: Date; confirmedBefore: Date },
): Promise<{ gone: string[]; missing: number }> {
  const { rows } = await tx.execute<{ id: string; isGone: boolean }>(sql`
    with locked as materialized (
      select id, missing_on_amazon_since <= ${confirmedBefore.toISOString()}::timestamptz is true as is_gone
      from (${unseenSkus(vanished, sql`for update`)}) as unseen
    )
    update skus s set missing_on_amazon_since = coalesce(s.missing_on_amazon_since, ${now.toISOString()}::timestamptz),
      amazon_integration_id = case when not is_gone then s.amazon_integration_id end,
      amazon_marketplace_id = case when not is_gone then s.amazon_marketplace_id end
    from locked where s.company_id = ${companyAtRunTime(vanished.companyId)} and s.id = locked.id
    returning s.id, is_gone as "isGone"`)
  return { gone: rows.filter(({ isGone }) => isGone).map(({ id }) => id), missing: rows.length }
}
