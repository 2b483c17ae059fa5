import type { Telling } from './fold-news.ts'
import type { lineRow } from './line-row.ts'
import type { MatchedLines } from './match-lines.ts'
import type { OrderChange } from './order-change.ts'
import type { orderRow } from './order-row.ts'

export type Revision = {
  row: (ReturnType<typeof orderRow> & { id: string }) | null
  keptLines: readonly MatchedLines['kept'][number][]
  addedLines: readonly ReturnType<typeof lineRow>[]
  change: OrderChange
}

/** What is told of an order beside what is known of it; `differences` says it in words. */
export type Comparison = {
  telling: Telling
  row: ReturnType<typeof orderRow>
  lines: MatchedLines
  differences: string[]
}
