import { daysBefore, minutesBefore } from '../moments.ts'
import { leftOut, priceEdits, sheetEdits, type Edit } from './edits.ts'

/** An occasion on which many things were changed at once. */
export type BulkChange = {
  kind: 'upload' | 'sheet'
  daysAgo: number
  fileName: string | null
  /** Whether a SKU of the company's own warehouse was counted. */
  counts(sku: string): boolean
  edits: Edit[]
  /** Rows of the file that could not be read. */
  leftOut: { rowNumber: number; column: string; reason: string }[]
}

const everything = () => true
const frontRacks = (sku: string) => /^HP-(DMT|DOG|HAT|INC|LNT|OTR|STL|TRW)/.test(sku)

/** The oldest first. Every count in the company's own warehouse was part of one of them. */
export const bulkChanges: BulkChange[] = [
  { kind: 'upload', daysAgo: 84, fileName: 'opening-stock.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 42, fileName: 'warehouse-count.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 9, fileName: 'new-prices.xlsx', counts: everything, edits: priceEdits, leftOut },
  { kind: 'sheet', daysAgo: 2, fileName: null, counts: frontRacks, edits: sheetEdits, leftOut: [] },
]

export const bulkChangeMoment = ({ daysAgo }: BulkChange, now: Date) => minutesBefore(daysBefore(now, daysAgo), 155)
