import { daysBefore, minutesBefore } from './dates.ts'

/** An edited cell with its former value; the new value is in the catalogue. */
export type Edit = { sku: string; field: 'price' | 'title' | 'category'; before: string }

/** A past upload or sheet save. */
export type BulkChange = {
  kind: 'upload' | 'sheet'
  daysAgo: number
  fileName: string | null
  /** Whether a SKU in the company's own warehouse was counted. */
  counts(sku: string): boolean
  edits: Edit[]
  /** Rows of the file with errors. */
  leftOut: { rowNumber: number; column: string; reason: string }[]
}

const everything = () => true

const frontRacks = (sku: string) => /^HP-(DMT|DOG|HAT|INC|LNT|OTR|STL|TRW)/.test(sku)

const prices: Record<string, string> = {
  'HP-MUG-SPR': '16.00',
  'HP-MUG-FOG': '16.00',
  'HP-MUG-RST': '16.00',
  'HP-MUG-INK': '16.00',
  'HP-SKI-12': '92.00',
  'HP-TOT-NAT': '54.00',
  'HP-DMT-TRE': '38.00',
  'HP-DMT-PLN': '38.00',
}

const priceEdits = Object.entries(prices).map(([sku, before]): Edit => ({ sku, field: 'price', before }))

const sheetEdits: Edit[] = [
  { sku: 'HP-STM-KLP', field: 'title', before: 'Ballast Stoneware Mug, Seaweed' },
  { sku: 'HP-RLT-YLW', field: 'title', before: 'Rain Line Roll-Top Pack, Yellow' },
  { sku: 'HP-DOP-TAN', field: 'category', before: 'Travel' },
]

const leftOut = [
  { rowNumber: 7, column: 'Price', reason: 'Price must be a number' },
  { rowNumber: 19, column: 'Quantity', reason: 'Quantity must be a whole number' },
  { rowNumber: 23, column: 'ASIN', reason: 'ASIN must be ten letters or digits, such as B0C1234567' },
]

/** Oldest first. All counts of the company's own warehouse come from these. */
export const bulkChanges: BulkChange[] = [
  { kind: 'upload', daysAgo: 84, fileName: 'opening-stock.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 42, fileName: 'warehouse-count.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 9, fileName: 'new-prices.xlsx', counts: everything, edits: priceEdits, leftOut },
  { kind: 'sheet', daysAgo: 2, fileName: null, counts: frontRacks, edits: sheetEdits, leftOut: [] },
]

export const bulkChangeMoment = ({ daysAgo }: BulkChange, now: Date) => minutesBefore(daysBefore(now, daysAgo), 155)
