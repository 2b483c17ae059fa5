import { uploadColumns, type UploadColumn } from '#contract/bulk.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { productsApi } from '#contract/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/http/download.ts'
import { exportFile } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { listExportLines, type ExportLine } from './queries/export-lines.ts'

const batchSize = 2_000

/** A file that can be edited and uploaded again, since it begins with the columns of an upload. */
export async function exportProducts(
  ctx: CompanyContext,
  { format, search }: ParsedInputOf<typeof productsApi.export>,
): Promise<Download> {
  await ctx.transaction((tx) =>
    recordAudit(tx, ctx, {
      action: 'product.export',
      resource: 'product',
      resourceId: null,
      companyId: ctx.companyId,
      after: { format, search: search ?? '' },
    }),
  )
  return exportFile({ name: 'products', format, columns, rows: batches(ctx, search), now: ctx.clock.now() })
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* batches(ctx: CompanyContext, search: string | undefined) {
  let after: ExportLine | undefined
  do {
    const lines = await ctx.transaction((tx) => listExportLines(tx, { search, after, limit: batchSize }))
    after = lines.length === batchSize ? lines.at(-1) : undefined
    yield lines.map((line) => cells.map(({ of }) => of(line)))
  } while (after)
}

type Cell = Column & { of: (line: ExportLine) => CellValue }

const text = (heading: string, of: Cell['of']): Cell => ({ heading, kind: 'text', of })
const number = (heading: string, of: (line: ExportLine) => string | number | null): Cell => ({
  heading,
  kind: 'number',
  of: (line) => toNumber(of(line)),
})
const toNumber = (value: string | number | null) => (value === null ? null : Number(value))

const uploadCells: Record<UploadColumn, Cell> = {
  SKU: text('SKU', (line) => line.sku),
  Title: text('Title', (line) => line.sku && (line.title ?? line.productTitle)),
  Price: number('Price', (line) => line.price),
  Quantity: number('Quantity', (line) => line.quantity),
  ASIN: text('ASIN', (line) => line.asin),
  Category: text('Category', (line) => line.category),
}

const cells: Cell[] = [
  ...uploadColumns.map(({ name }) => uploadCells[name]),
  text('Product', (line) => line.productTitle),
  text('Brand', (line) => line.brand),
  text('Description', (line) => line.description),
  text('Active', (line) => line.isSkuActive ?? line.isProductActive),
  number('Compare-at price', (line) => line.compareAtPrice),
  number('Cost', (line) => line.cost),
  number('Weight', (line) => line.weight),
  text('Weight unit', (line) => line.weight && line.weightUnit),
  number('Pack quantity', (line) => line.packageQuantity),
  text('FNSKU', (line) => line.fnsku),
  text('Hazmat', (line) => line.isHazmat),
]

const columns = cells.map(({ heading, kind }) => ({ heading, kind }))
