import type { BulkError } from '#contract/bulk.ts'
import type { Money } from '#contract/money.ts'

/** A row of the file that may be written. An empty ASIN or category leaves what is there. */
export type UploadRow = {
  row: number
  sku: string
  title: string
  price: Money
  quantity: number
  asin: string | null
  category: string | null
}

/**
 * What a file says. `chunks` are JSON texts of `UploadRow[]`, made where the file was read, so that whoever writes them
 * passes texts on. `processed` counts the rows that are not empty; `timings` are milliseconds.
 */
export type CheckedWorkbook = {
  sheetName: string
  ignoredColumns: string[]
  processed: number
  good: number
  chunks: string[]
  errors: BulkError[]
  timings: { scan: number; parse: number; check: number }
}
