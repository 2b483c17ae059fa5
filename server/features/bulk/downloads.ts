import { type BulkError, type UploadColumn, uploadColumns } from '#contract/bulk.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { workbookContent } from '#server/platform/spreadsheet/workbook.ts'
import { getChangeSetOrThrow, nextErrors } from './queries.ts'

export async function downloadErrors(ctx: CompanyContext, { changeSetId }: { changeSetId: string }): Promise<Download> {
  const { fileName } = await ctx.read((tx) => getChangeSetOrThrow(tx, changeSetId))
  return errorsFile(fileName ?? 'sheet', errorBatches(ctx, changeSetId))
}

/** One transaction per batch, so that a slow download holds no database connection. */
async function* errorBatches(ctx: CompanyContext, changeSetId: string): AsyncGenerator<BulkError[]> {
  for (let last: BulkError | undefined; ;) {
    const after = last
    const errors = await ctx.read((tx) => nextErrors(tx, changeSetId, after))
    if (errors.length === 0) return
    yield errors
    last = errors.at(-1)
  }
}

const errorColumns: Column[] = [
  { heading: 'Row', kind: 'number', width: 10 },
  { heading: 'Column', kind: 'text', width: 14 },
  { heading: 'Reason', kind: 'text', width: 80 },
]

/**
 * A workbook with one row per rejected cell: row, column and reason. Named after the uploaded file, such as
 * `products-errors.xlsx`.
 */
export function errorsFile(fileName: string, errors: AsyncIterable<BulkError[]>): Download {
  return {
    fileName: `${fileName.replace(/\.(?:xlsx?|csv)$/i, '')}-errors.xlsx`,
    contentType: workbookType,
    content: workbookContent([{ name: 'Errors', columns: errorColumns, rows: errorRows(errors) }]),
  }
}

async function* errorRows(errors: AsyncIterable<BulkError[]>) {
  for await (const batch of errors) yield batch.map(({ row, column, reason }) => [row, column, reason])
}

const example: Record<UploadColumn, CellValue> = {
  SKU: 'EXAMPLE-001',
  Title: 'Example: steel bottle, 750 ml',
  Price: 24.99,
  Quantity: 120,
  ASIN: 'B0C1234567',
  Category: 'Kitchen',
}

const numberColumns: ReadonlySet<UploadColumn> = new Set(['Price', 'Quantity'])

/** The upload template: a sheet with the headings and an example row, and a sheet with notes on each column. */
export function templateFile(): Download {
  const content = workbookContent([
    {
      name: 'Products',
      columns: uploadColumns.map(({ name }): Column => ({
        heading: name,
        kind: numberColumns.has(name) ? 'number' : 'text',
      })),
      rows: oneBatch([uploadColumns.map(({ name }) => example[name])]),
    },
    {
      name: 'Notes',
      columns: [
        { heading: 'Column', kind: 'text', width: 14 },
        { heading: 'Required', kind: 'text', width: 12 },
        { heading: 'What to enter', kind: 'text', width: 90 },
      ],
      rows: oneBatch(uploadColumns.map(({ name, isRequired, note }) => [name, isRequired ? 'Yes' : 'No', note])),
    },
  ])
  return { fileName: 'bulk-upload-template.xlsx', contentType: workbookType, content }
}

async function* oneBatch(rows: CellValue[][]) {
  yield rows
}
