import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { cursorMoment, decodeCursor } from '#server/platform/paging.ts'
import type { PageSpan } from './chosen-orders.ts'

/** Where the page before ended, and how many there were in all when the first one was read. */
const SearchKeys = z.tuple([z.int(), z.uuid(), z.int().min(0).optional()])

type Search = OrderFilter & { search: string }

/**
 * The ids of the newest orders that contain a text, by the one function that may use an index for it. To count what is
 * common takes long, so it is done once, and the pages that follow carry the figure along.
 */
export const searchStatement = sql`
  select total::int, ids from search_orders(
    ${sql.placeholder('search')}, ${sql.placeholder('status')}, ${sql.placeholder('channelId')}::uuid, ${sql.placeholder('flag')},
    ${cursorMoment}, ${sql.placeholder('cursorId')}::uuid, ${sql.placeholder('limit')}::int, ${sql.placeholder('isCounted')}
  )`

/** `known` is how many there are in all, if the cursor says so. */
export function searchParameters(
  companyId: string,
  { search, status, channelId, flag }: Search,
  { cursor, limit }: PageSpan,
) {
  const [cursorAt = null, cursorId = null, known] = decodeCursor(cursor, SearchKeys) ?? []
  return {
    known,
    companyId,
    search,
    status: status ?? null,
    channelId: channelId ?? null,
    flag: flag ?? null,
    cursorAt,
    cursorId,
    limit,
    isCounted: known === undefined,
  }
}

const findOrders = prepared<{ ids: string[] }>(() => searchStatement)

/** Uncounted. */
export async function searchOrderIds(tx: Tx, companyId: string, search: Search, span: PageSpan): Promise<string[]> {
  const { known: _known, ...values } = searchParameters(companyId, search, span)
  const [found] = await findOrders(tx, { ...values, isCounted: false })
  return found?.ids ?? []
}
