import type { SnapshotEvent } from './fold-news.ts'
import type { toLineRow } from './line-row.ts'
import type { MatchedLines } from './match-lines.ts'
import type { OrderChange } from './order-change.ts'
import type { toOrderColumns } from './order-row.ts'

export type Revision = {
  row: (ReturnType<typeof toOrderColumns> & { id: string }) | null
  keptLines: readonly MatchedLines['kept'][number][]
  addedLines: readonly ReturnType<typeof toLineRow>[]
  change: OrderChange
}

/** What is told of an order beside what is known of it; `differences` says it in words. */
export type OrderComparison = {
  snapshot: SnapshotEvent
  row: ReturnType<typeof toOrderColumns>
  lines: MatchedLines
  differences: string[]
}
