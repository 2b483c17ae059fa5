import type { BulkError } from '#contract/bulk.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import type { Column } from '#server/platform/spreadsheet/table.ts'
import { workbookContent } from '#server/platform/spreadsheet/workbook.ts'

const errorColumns: Column[] = [
  { heading: 'Row', kind: 'number', width: 10 },
  { heading: 'Column', kind: 'text', width: 14 },
  { heading: 'Reason', kind: 'text', width: 80 },
]

/** The cells that kept rows out, and why. It is named after the uploaded file: `products.xls` has `products-errors.xlsx`. */
export function errorsFile(fileName: string, errors: AsyncIterable<BulkError[]>): Download {
  return {
    fileName: `${fileName.replace(/\.xlsx?$/i, '')}-errors.xlsx`,
    contentType: workbookType,
    content: workbookContent([{ name: 'Errors', columns: errorColumns, rows: errorRows(errors) }]),
  }
}

async function* errorRows(errors: AsyncIterable<BulkError[]>) {
  for await (const batch of errors) yield batch.map(({ row, column, reason }) => [row, column, reason])
}
