import { sql, type SQL } from 'drizzle-orm'
import { levelOf } from '#server/features/inventory/levels.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { StockRow } from '#server/ports/marketplace.ts'

export type AccountMarketplace = { companyId: string; accountId: string; marketplaceId: string }

/**
 * Stages stock rows from Amazon beside our own: one row of the temporary table `staged_stock` per SKU. A SKU is counted in
 * its home, the first account and marketplace it was seen in, as long as the seller is active there; rows from
 * elsewhere have `is_elsewhere`. A new SKU joins the product with its ASIN, if there is one.
 */
export async function stageStock(tx: Tx, place: AccountMarketplace, rows: readonly StockRow[]): Promise<void> {
  const { companyId } = place
  await tx.execute(sql`
    create temp table staged_stock on commit drop as
    select g.*, s.id is null as is_new, coalesce(s.id, new_id()) as sku_id,
      coalesce(s.product_id, (${productOfAsin(companyId)})) as product_id, false as makes_product,
      coalesce(${isElsewhere(place)}, false) as is_elsewhere,
      l.source, l.read_at, l.qty_available as here_available, l.qty_reserved as here_reserved, l.qty_inbound as here_inbound
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(sku text, asin text, fnsku text, title text,
      "qtyAvailable" int, "qtyReserved" int, "qtyInbound" int, "changedAt" timestamptz)
    left join lateral (
      select id, product_id, amazon_integration_id, amazon_marketplace_id
      from skus where company_id = ${companyAtRunTime(companyId)} and skus.sku = g.sku offset 0
    ) as s on true
    left join lateral (${levelOf(companyId, sql`s.id`)}) as l on true
    left join amazon_integrations home on home.company_id = ${companyId} and home.id = s.amazon_integration_id`)
}

const isElsewhere = ({ accountId, marketplaceId }: AccountMarketplace): SQL => sql`
  (home.id, s.amazon_marketplace_id) <> (${accountId}::uuid, ${marketplaceId}) and home.disconnected_at is null
    and s.amazon_marketplace_id = any(home.marketplace_ids)`

/** The active product with the ASIN of row `g`; only for SKUs that do not exist here. */
export const productOfAsin = (companyId: string): SQL => sql`
  select twin.product_id from skus twin
  join products p on p.company_id = twin.company_id and p.id = twin.product_id and p.is_active
  where s.id is null and twin.company_id = ${companyAtRunTime(companyId)} and twin.asin = g.asin
  order by twin.created_at, twin.id limit 1`

type StagedCounts = { created: number; elsewhere: number }

export async function countStagedStock(tx: Tx): Promise<StagedCounts> {
  const { rows } = await tx.execute<StagedCounts>(sql`
    select count(*) filter (where is_new)::int as created, count(*) filter (where is_elsewhere)::int as elsewhere
    from staged_stock`)
  return rows[0] ?? { created: 0, elsewhere: 0 }
}

/** Temporary tables with rows from Amazon: stock or listings. */
type StagingTable = 'staged_stock' | 'staged_listings'

/** New SKUs with the same ASIN share a new product; a SKU without an ASIN gets its own. */
export async function assignNewProducts(tx: Tx, stagingTable: StagingTable): Promise<void> {
  const table = sql.identifier(stagingTable)
  const key = sql`coalesce('asin ' || asin, 'sku ' || sku)`
  await tx.execute(sql`
    update ${table} set makes_product = true, product_id = made.id
    from (
      select key, new_id() as id from (select distinct ${key} as key from ${table} where product_id is null) as keys
    ) as made
    where product_id is null and ${key} = made.key`)
}

export const newProducts: SQL = sql`
  select distinct on (product_id) product_id, coalesce(title, sku) as title
  from staged_stock where makes_product order by product_id, sku`

export const newSkus: SQL = sql`select sku_id, product_id, sku, asin, fnsku from staged_stock where is_new`

export const knownSkus: SQL = sql`
  select sku_id, product_id, sku, asin, fnsku from staged_stock where not is_new and not is_elsewhere`

export const stagedStockCounts: SQL = sql`
  select sku_id, "qtyAvailable" as qty_available, "qtyReserved" as qty_reserved, "qtyInbound" as qty_inbound
  from staged_stock where not is_elsewhere`

export async function listNewSkuCodes(tx: Tx, stagingTable: StagingTable): Promise<string[]> {
  const { rows } = await tx.execute<{ sku: string }>(
    sql`select sku from ${sql.identifier(stagingTable)} where is_new order by sku`,
  )
  return rows.map(({ sku }) => sku)
}

/** Advisory lock per company: two accounts that report the same SKU must not both become its home or both create it. */
export async function lockStockWrites(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('marketplace stock'), hashtext(${companyId}))`)
}
