import type { ExportFormat } from '#contract/fields.ts'
import { csvContent } from './csv.ts'
import type { Batches, Column } from './table.ts'
import { workbookContent } from './workbook.ts'

/** A file that is produced while it is sent, so that its size costs no memory. */
export type Download = { fileName: string; contentType: string; content: AsyncIterable<string | Uint8Array> }

type Export = { name: string; format: ExportFormat; columns: readonly Column[]; rows: Batches; now: Date }

/** A list as a file to save, such as `inventory-2026-11-15.csv`. */
export function exportFile({ name, format, columns, rows, now }: Export): Download {
  const fileName = `${name}-${now.toISOString().slice(0, 10)}.${format}`
  switch (format) {
    case 'csv':
      return { fileName, contentType: 'text/csv; charset=utf-8', content: csvContent(columns, rows) }
    case 'xlsx':
      return { fileName, contentType: workbookType, content: workbookContent([{ name, columns, rows }]) }
  }
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
