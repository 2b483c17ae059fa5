import { and, asc, eq, gt, gte, or } from 'drizzle-orm'
import { type UploadColumn, uploadColumns } from '#contract/bulk.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { productsApi } from '#contract/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'
import { searched } from './queries.ts'

const batchSize = 2_000

/** Exports products and SKUs. The file starts with the upload's columns, so it can be edited and uploaded again. */
export async function exportProducts(
  ctx: CompanyContext,
  { format, search }: ParsedInputOf<typeof productsApi.export>,
): Promise<Download> {
  const { currency } = await ctx.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'product.export',
      resource: 'product',
      resourceId: null,
      companyId: ctx.companyId,
      after: { format, search: search ?? '' },
    })
    return readCompanyLocale(tx, ctx.companyId)
  })
  const columns = exportColumns(currency)
  return exportFile({ name: 'products', format, columns, rows: batches(ctx, search, columns), now: ctx.clock.now() })
}

/** One transaction per batch, so that a slow download holds no database connection. */
async function* batches(ctx: CompanyContext, search: string | undefined, columns: readonly Cell<ExportLine>[]) {
  let after: ExportLine | undefined
  do {
    const lines = await ctx.read((tx) => listExportLines(tx, { search, after, limit: batchSize }))
    after = lines.length === batchSize ? lines.at(-1) : undefined
    yield lines.map((line) => cellsOf(columns, line))
  } while (after)
}

/** A decimal as a number, without trailing zeros. */
const number = (heading: string, of: (line: ExportLine) => string | number | null): Cell<ExportLine> =>
  numberCell(heading, (line) => toNumber(of(line)))

const toNumber = (value: string | number | null) => (value === null ? null : Number(value))

const uploadCells: Record<UploadColumn, Cell<ExportLine>> = {
  SKU: textCell('SKU', (line) => line.sku),
  Title: textCell('Title', (line) => line.sku && (line.title ?? line.productTitle)),
  Price: number('Price', (line) => line.price),
  Quantity: number('Quantity', (line) => line.quantity),
  ASIN: textCell('ASIN', (line) => line.asin),
  Category: textCell('Category', (line) => line.category),
}

/** Prices and costs are in the company's currency. */
const exportColumns = (currency: string): Cell<ExportLine>[] => [
  ...uploadColumns.map(({ name }) => uploadCells[name]),
  textCell('Product', (line) => line.productTitle),
  textCell('Brand', (line) => line.brand),
  textCell('Description', (line) => line.description),
  textCell('Active', (line) => line.isSkuActive ?? line.isProductActive),
  number('Compare-at price', (line) => line.compareAtPrice),
  number('Cost', (line) => line.cost),
  number('Weight', (line) => line.weight),
  textCell('Weight unit', (line) => line.weight && line.weightUnit),
  number('Pack quantity', (line) => line.packageQuantity),
  textCell('FNSKU', (line) => line.fnsku),
  textCell('Hazmat', (line) => line.isHazmat),
  textCell('Currency', () => currency),
]

const exportFields = {
  productId: products.id,
  productTitle: products.title,
  brand: products.brand,
  category: products.category,
  description: products.description,
  isProductActive: products.isActive,
  sku: skus.sku,
  title: skus.title,
  price: skus.price,
  quantity: stockLevels.qtyAvailable,
  asin: skus.asin,
  isSkuActive: skus.isActive,
  compareAtPrice: skus.compareAtPrice,
  cost: skus.cost,
  weight: skus.weight,
  weightUnit: skus.weightUnit,
  packageQuantity: skus.packageQuantity,
  fnsku: skus.fnsku,
  isHazmat: skus.isHazmat,
}

type ExportLine = Awaited<ReturnType<typeof listExportLines>>[number]

/** Keyset position of the last line; a product without SKUs has one line without a code. */
type Position = { productId: string; sku: string | null }

type ExportQuery = { search: string | undefined; after: Position | undefined; limit: number }

/**
 * The next lines: each SKU with its product, in the order in which products were added. The start position also limits
 * the SKUs, or PostgreSQL would read all earlier ones for every batch.
 */
async function listExportLines(tx: Tx, { search, after, limit }: ExportQuery) {
  return tx
    .select(exportFields)
    .from(products)
    .leftJoin(skus, and(eq(skus.productId, products.id), after && gte(skus.productId, after.productId)))
    .leftJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .where(and(searched(search), follows(after)))
    .orderBy(asc(products.id), asc(skus.sku))
    .limit(limit)
}

function follows(after: Position | undefined) {
  if (!after) return undefined
  const { productId, sku } = after
  const isLaterProduct = gt(products.id, productId)
  return and(gte(products.id, productId), sku === null ? isLaterProduct : or(isLaterProduct, gt(skus.sku, sku)))
}
