import { describe, expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import type { StockCursor, StockPage, StockRow } from '#server/ports/marketplace.ts'
import { readBatches } from './read-inventory.ts'
import type { StockBatch } from './progress.ts'

const began = new Date('2026-03-02T10:00:00Z')
const after = (seconds: number) => new Date(began.getTime() + seconds * 1000)
const cursor = (token: number): StockCursor => ({ token: String(token), madeAt: began })
const row = (sku: string): StockRow => ({
  sku,
  asin: null,
  fnsku: null,
  title: null,
  qtyAvailable: 1,
  qtyReserved: 0,
  qtyInbound: 0,
  changedAt: null,
})

type Pages = { rows: number; seconds?: number }[]

/** Reads numbered pages; `requested` records which of them were requested by when. */
function createPageReader(pages: Pages, fails?: { at: number; error: Error }) {
  const requested: number[] = []
  const readPage = async (from: StockCursor | null): Promise<StockPage> => {
    const number = Number(from?.token ?? 0)
    requested.push(number)
    if (fails?.at === number) throw fails.error
    const { rows, seconds = 0 } = pages[number] ?? { rows: 0 }
    return {
      rows: Array.from({ length: rows }, (_, index) => row(`${number}-${index}`)),
      readAt: after(seconds),
      next: number + 1 < pages.length ? cursor(number + 1) : null,
      waited: 10,
      parsed: 1,
    }
  }
  return { readPage, requested }
}

async function batchesOf(batches: AsyncGenerator<StockBatch>) {
  const seen: StockBatch[] = []
  for await (const batch of batches) seen.push(batch)
  return seen
}

describe('stock batches', () => {
  it('collect pages up to a thousand rows', async () => {
    const { readPage } = createPageReader(Array.from({ length: 25 }, () => ({ rows: 50 })))
    const batches = await batchesOf(readBatches(readPage, null))
    expect(batches.map(({ rows, waited, parsed }) => [rows.length, waited, parsed])).toEqual([
      [1000, 200, 20],
      [250, 50, 5],
    ])
    expect(batches.map(({ next }) => next?.token)).toEqual(['20', undefined])
  })

  it('span at most five seconds of reading, and count as read when their first page was', async () => {
    const { readPage } = createPageReader([{ rows: 5 }, { rows: 5, seconds: 4 }, { rows: 5, seconds: 40 }])
    const batches = await batchesOf(readBatches(readPage, null))
    expect(batches.map(({ rows, readAt, next }) => [rows.length, readAt, next?.token])).toEqual([
      [10, began, '2'],
      [5, after(40), undefined],
    ])
  })

  it('consist of one batch even when there are no rows', async () => {
    const { readPage } = createPageReader([{ rows: 0 }])
    expect(await batchesOf(readBatches(readPage, null))).toMatchObject([{ rows: [], next: null }])
  })

  it('continue from a cursor', async () => {
    const { readPage, requested } = createPageReader([{ rows: 1 }, { rows: 1 }, { rows: 1 }])
    await batchesOf(readBatches(readPage, cursor(1)))
    expect(requested).toEqual([1, 2])
  })

  it('prefetch the next page while one is being written', async () => {
    const { readPage, requested } = createPageReader([{ rows: 1000 }, { rows: 1000 }, { rows: 1 }])
    const batches = readBatches(readPage, null)
    await batches.next()
    expect(requested).toEqual([0, 1])
    await batches.return(undefined)
    expect(requested).toEqual([0, 1])
  })

  it('are yielded before a failure is thrown', async () => {
    const error = new Unavailable('Amazon is away')
    const { readPage } = createPageReader([{ rows: 5 }, { rows: 5 }, { rows: 5 }], { at: 2, error })
    const batches = readBatches(readPage, null)
    expect((await batches.next()).value).toMatchObject({ rows: { length: 10 }, next: { token: '2' } })
    await expect(batches.next()).rejects.toBe(error)
  })
})
