import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderFilter } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { decodeCursor } from '#server/platform/paging.ts'

/** Where the page before ended, and how many there were in all when the first one was read. */
const SearchKeys = z.tuple([z.int(), z.uuid(), z.int().min(0).optional()])

type Search = OrderFilter & { search: string }
type Span = { cursor: string | undefined; limit: number; isCounted: boolean }

/**
 * The ids of the newest orders that contain a text, by the one function that may use an index for it. To count what is
 * common takes long, so it is done once, and the pages that follow carry the figure along.
 */
export async function searchOrders(
  tx: Tx,
  { search, status, channelId, flag }: Search,
  { cursor, limit, isCounted }: Span,
): Promise<{ total: number; ids: string[] }> {
  const [microseconds, id, known] = decodeCursor(cursor, SearchKeys) ?? []
  const { rows } = await tx.execute<{ total: number; ids: string[] }>(sql`
    select total::int, ids from search_orders(
      ${search}, ${status ?? null}, ${channelId ?? null}::uuid, ${flag ?? null},
      timestamptz 'epoch' + ${microseconds ?? null}::float8 * interval '1 microsecond', ${id ?? null}::uuid,
      ${limit}::int, ${isCounted && known === undefined}
    )`)
  const found = rows[0] ?? { total: 0, ids: [] }
  return { total: known ?? found.total, ids: found.ids }
}
