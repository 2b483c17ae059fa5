import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { lockRows } from './sku-queries.ts'

/** The account and marketplace whose stock was read, and when. */
type AmazonStockRead = { companyId: string; accountId: string; marketplaceId: string; seenAt: Date }

/** `products` selects product_id and title; `skus` selects sku_id, product_id, sku, asin and fnsku. */
type AddedSkus = { products: SQL; skus: SQL }

/**
 * Inserts SKUs that Amazon stocks and that are unknown here. The edit time of their titles is the epoch, since nobody
 * has edited them here. SKUs of an inactive product start inactive.
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
 * Updates known SKUs that Amazon has reported again; `known` selects sku_id, product_id, sku, asin and fnsku. Only rows
 * that change are written, since a write touches all indexes (see `lastSyncOf`); a new ASIN raises the version.
 * The upsert never inserts: it finds each row by its key, where an update might scan the company's SKUs (see
 * `companyAtRunTime`). It locks the rows one by one, in the order of `lockRows`.
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

/** SKUs of the account that a complete read of its stock did not report. */
export const vanishedSkus = (vanished: VanishedSkus): SQL => sql`select id from (${unseenSkus(vanished)}) as unseen`

/** Looks up SKUs by key from the few levels that were not seen, in the order of `lockRows`. */
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
 * The first read without a SKU marks it as missing. A later read, once the mark is older than `confirmedBefore`,
 * removes it from the account, so that another account may report it. `gone` are the removed SKUs.
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
