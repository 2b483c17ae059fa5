import type { StockCursor, StockPage, StockRow } from '#server/ports/marketplace.ts'

/**
 * Pages that are written together. They count as read when the first of them was: a hold that Amazon accepted in between
 * then ends with the next read, a few seconds too late and never too early.
 */
export type StockBatch = {
  rows: StockRow[]
  readAt: Date
  next: StockCursor | null
  waited: number
  parsed: number
}

const rowsPerBatch = 1_000
const longestMilliseconds = 5_000

type ReadPage = (cursor: StockCursor | null, signal: AbortSignal) => Promise<StockPage>

/** While a batch is being written, the next page is on its way. What was read before a failure is handed out first. */
export async function* readBatches(readPage: ReadPage, from: StockCursor | null): AsyncGenerator<StockBatch> {
  const ended = new AbortController()
  const ask = (cursor: StockCursor | null) => withoutUnhandledRejection(readPage(cursor, ended.signal))
  let asked: Promise<StockPage> | null = ask(from)
  let batch: StockBatch | null = null
  try {
    while (asked) {
      const page: StockPage = await asked
      asked = page.next && ask(page.next)
      if (batch && page.readAt.getTime() - batch.readAt.getTime() >= longestMilliseconds) {
        yield batch
        batch = null
      }
      batch = appendPage(batch, page)
      if (batch.rows.length < rowsPerBatch && asked) continue
      yield batch
      batch = null
    }
  } catch (error) {
    if (batch) yield batch
    throw error
  } finally {
    ended.abort()
  }
}

/** An answer that fails before anybody waits for it must not end the process; whoever waits still hears of it. */
function withoutUnhandledRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

function appendPage(batch: StockBatch | null, page: StockPage): StockBatch {
  const { readAt, next, waited, parsed } = page
  if (!batch) return { rows: [...page.rows], readAt, next, waited, parsed }
  batch.rows.push(...page.rows)
  return { ...batch, next, waited: batch.waited + waited, parsed: batch.parsed + parsed }
}
