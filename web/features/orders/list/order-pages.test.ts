import { expect, it } from 'vitest'
import type { OrderRow } from '#contract/orders.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import {
  flattenOrderPages,
  resetToFirstPage,
  maxArrivals,
  type OrderPages,
  pageSize,
  readOrderPage,
} from './order-pages.ts'

/** The n-th order of a shop; one order per minute. */
const order = (n: number) => buildOrder({ placedAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString() })
const oldestFirst = Array.from({ length: 1000 }, (_, n) => order(n))
const count = pageSize + 10
const newestFirst = (rows: readonly OrderRow[]) =>
  rows.toSorted((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt))

/** Keyset paging, as on the server. */
function reading(stored: readonly OrderRow[]) {
  const listed = newestFirst(stored)
  return async ({ cursor, limit }: { cursor?: string; limit: number }) => {
    const from = cursor ? listed.findIndex(({ placedAt }) => placedAt < cursor) : 0
    const rows = from < 0 ? [] : listed.slice(from, from + limit)
    const last = rows.at(-1)
    return { rows, total: stored.length, next: last && last !== listed.at(-1) ? last.placedAt : null }
  }
}

async function load(stored: readonly OrderRow[], loaded?: OrderPages): Promise<OrderPages> {
  const read = reading(stored)
  const pages: OrderPages['pages'] = []
  const pageParams: OrderPages['pageParams'] = []
  for (let n = 0; n < (loaded?.pages.length ?? 1); n += 1) {
    const cursor = pages.at(-1)?.next ?? undefined
    pages.push(await readOrderPage(read, cursor, loaded))
    pageParams.push(cursor)
  }
  return { pages, pageParams }
}

const shownIn = (loaded: OrderPages) => flattenOrderPages(loaded).rows.map(({ id }) => id)

it('the list starts with the newest page', async () => {
  const loaded = await load(oldestFirst.slice(0, count))
  expect(shownIn(loaded)).toEqual(newestFirst(oldestFirst.slice(10, count)).map(({ id }) => id))
  expect(flattenOrderPages(loaded)).toMatchObject({ total: count, arrived: 0 })
})

it.each([1, 3, pageSize, pageSize + 20])('every order keeps its place when %i orders arrive', async (arrived) => {
  const loaded = await load(oldestFirst.slice(0, count))
  const again = await load(oldestFirst.slice(0, count + arrived), loaded)
  expect(shownIn(again)).toEqual(shownIn(loaded))
  expect(flattenOrderPages(again)).toMatchObject({ total: count, arrived })
})

it('orders keep their places when more arrive than are counted, and paging continues after them', async () => {
  const loaded = await load(oldestFirst.slice(0, count))
  const again = await load(oldestFirst.slice(0, count + 500), loaded)
  expect(shownIn(again)).toEqual(shownIn(loaded))
  expect(flattenOrderPages(again).arrived).toBeGreaterThanOrEqual(maxArrivals)
  expect(again.pages[0]?.next).toBe(loaded.pages[0]?.next)
})

it('an order that arrives late among older ones is counted', async () => {
  const late = oldestFirst[count - 5]
  const before = oldestFirst.slice(0, count).filter((row) => row !== late)
  const loaded = await load(before)
  const again = await load(oldestFirst.slice(0, count), loaded)
  expect(shownIn(again)).toEqual(shownIn(loaded))
  expect(flattenOrderPages(again).arrived).toBe(1)
})

it('older orders move up when an order leaves the list', async () => {
  const loaded = await load(oldestFirst.slice(0, count))
  const again = await load(oldestFirst.slice(0, count - 1), loaded)
  expect(shownIn(again)).toHaveLength(pageSize)
  expect(shownIn(again).slice(0, -1)).toEqual(shownIn(loaded).slice(1))
  expect(flattenOrderPages(again).arrived).toBe(0)
})

it('a refetch updates the rows in place', async () => {
  const loaded = await load(oldestFirst.slice(0, 3))
  const again = await load(
    oldestFirst.slice(0, 3).map((row) => ({ ...row, status: 'shipped' as const })),
    loaded,
  )
  expect(again.pages.flatMap(({ rows }) => rows.map(({ status }) => status))).toEqual(['shipped', 'shipped', 'shipped'])
})

it('an empty list shows arrivals at once', async () => {
  const again = await load(oldestFirst.slice(0, 2), await load([]))
  expect(shownIn(again)).toHaveLength(2)
  expect(flattenOrderPages(again).arrived).toBe(0)
})

it('a list that was reset starts from the newest order', async () => {
  const loaded = await load(oldestFirst.slice(0, count))
  const again = await load(oldestFirst.slice(0, count + 3), resetToFirstPage(loaded))
  expect(shownIn(again)[0]).toBe(oldestFirst[count + 2]?.id)
  expect(flattenOrderPages(again)).toMatchObject({ total: count + 3, arrived: 0 })
})
