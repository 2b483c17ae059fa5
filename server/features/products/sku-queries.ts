import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { Dimensions, type SkuRow } from '#contract/products.ts'
import { assessStock } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime, preparedVariants } from '#server/platform/db/prepared.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'

const editable = {
  sku: skus.sku,
  asin: skus.asin,
  title: skus.title,
  price: skus.price,
  compareAtPrice: skus.compareAtPrice,
  cost: skus.cost,
  weight: skus.weight,
  weightUnit: skus.weightUnit,
  dimensions: skus.dimensions,
  packageQuantity: skus.packageQuantity,
  shippingTemplate: skus.shippingTemplate,
  isHazmat: skus.isHazmat,
  prepInstructions: skus.prepInstructions,
  isActive: skus.isActive,
  safetyBuffer: skus.safetyBuffer,
}

/** Moments are PostgreSQL's text. */
type SkuRecord = Omit<SkuRow, 'dimensions' | 'status'> & { dimensions: unknown; threshold: number }

const readSkus = preparedVariants<SkuRecord, { by: 'product' | 'id' }>(
  ({ by }) => sql`
  select s.id, s.sku, s.asin, s.fnsku, s.title, s.price, s.compare_at_price as "compareAtPrice", s.cost, s.weight,
    s.weight_unit as "weightUnit", s.dimensions, s.package_quantity as "packageQuantity",
    s.shipping_template as "shippingTemplate", s.is_hazmat as "isHazmat", s.prep_instructions as "prepInstructions",
    s.is_active as "isActive", s.safety_buffer as "safetyBuffer", s.stock_holder as "stockHolder",
    ${lastSyncOf} as "lastAmazonSync", s.version, l.qty_free as "qtyAvailable",
    l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound",
    settings.low_stock_threshold as threshold
  from skus s
  join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
  join company_settings settings on settings.company_id = s.company_id
  where ${by === 'id' ? sql`s.id` : sql`s.product_id`} = ${sql.placeholder('id')}
  order by s.sku`,
)

export async function listSkus(tx: Tx, productId: string): Promise<SkuRow[]> {
  const found = await readSkus({ by: 'product' })(tx, { id: productId })
  return found.map(toRow)
}

export async function getSkuOrThrow(tx: Tx, skuId: string): Promise<SkuRow> {
  const [sku] = await readSkus({ by: 'id' })(tx, { id: skuId })
  if (!sku) throw noSuchSku()
  return toRow(sku)
}

const toRow = ({ threshold, dimensions, lastAmazonSync, ...row }: SkuRecord): SkuRow => ({
  ...row,
  dimensions: toDimensions(dimensions),
  lastAmazonSync: isoOrNull(lastAmazonSync),
  status: assessStock(row, threshold).status,
})

/** Locks a SKU of this product for an edit. */
export async function lockSku(tx: Tx, productId: string, skuId: string) {
  const [sku] = await tx
    .select({ ...editable, lastAmazonSync: skus.lastAmazonSync, version: skus.version })
    .from(skus)
    .where(and(eq(skus.id, skuId), eq(skus.productId, productId)))
    .for('update')
  if (!sku) throw noSuchSku()
  return { ...sku, dimensions: toDimensions(sku.dimensions) }
}

/** Locks all SKUs of a product, by id like everywhere. */
export async function lockSkusOf(tx: Tx, productId: string): Promise<{ id: string; sku: string; isActive: boolean }[]> {
  return tx
    .select({ id: skus.id, sku: skus.sku, isActive: skus.isActive })
    .from(skus)
    .where(eq(skus.productId, productId))
    .orderBy(asc(skus.id))
    .for('update')
}

const toDimensions = (stored: unknown) => Dimensions.nullable().parse(stored)

export const noSuchSku = () => new AppError('not_found', say('This SKU doesn’t exist.'))

/** Row lock: `share` prevents changes, `update` is for changing the rows. */
const strengths = { share: sql`share`, update: sql`update` }

/** Locks rows by `ids`, a select. Lock order everywhere: products before SKUs, each by id. */
export async function lockRows(
  tx: Tx,
  companyId: string,
  table: 'products' | 'skus',
  ids: SQL,
  strength: keyof typeof strengths = 'update',
): Promise<void> {
  await tx.execute(sql`
    select count(*) from (${ids} order by 1) as wanted(id)
    cross join lateral (
      select from ${sql.identifier(table)} t
      where t.company_id = ${companyAtRunTime(companyId)} and t.id = wanted.id offset 0 for ${strengths[strength]}
    ) as locked`)
}

/**
 * When Amazon last reported the SKU `s` with level `l`. A read that changes nothing is only recorded on the level,
 * which is cheaper to write.
 */
export const lastSyncOf: SQL = sql`greatest(s.last_amazon_sync, l.seen_at)`
