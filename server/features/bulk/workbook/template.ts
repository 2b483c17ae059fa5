import { uploadColumns, type UploadColumn } from '#contract/bulk.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { workbookContent } from '#server/platform/spreadsheet/workbook.ts'

const example: Record<UploadColumn, CellValue> = {
  SKU: 'EXAMPLE-001',
  Title: 'Example: steel bottle, 750 ml',
  Price: 24.99,
  Quantity: 120,
  ASIN: 'B0C1234567',
  Category: 'Kitchen',
}

const numberColumns: ReadonlySet<UploadColumn> = new Set(['Price', 'Quantity'])

/** An Excel file to fill in: the headings with an example, and notes on a sheet of their own. */
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
        { heading: 'What to write', kind: 'text', width: 90 },
      ],
      rows: oneBatch(uploadColumns.map(({ name, isRequired, note }) => [name, isRequired ? 'Yes' : 'No', note])),
    },
  ])
  return { fileName: 'bulk-upload-template.xlsx', contentType: workbookType, content }
}

async function* oneBatch(rows: CellValue[][]) {
  yield rows
}
