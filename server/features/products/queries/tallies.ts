import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { catalogueCounters } from '#server/platform/db/schema/catalogue.ts'

/** How many products the company has, as a select that reads none of them. */
export const productCount = sql`select coalesce(sum(${catalogueCounters.products}), 0)::int from ${catalogueCounters}`

/** How many active SKUs likewise. */
export const activeSkuCount = sql`select coalesce(sum(${catalogueCounters.activeSkus}), 0)::int from ${catalogueCounters}`

const readActiveSkuCount = prepared<{ total: number }>(() => sql`select (${activeSkuCount}) as total`)

export async function countActiveSkus(tx: Tx): Promise<number> {
  const [found] = await readActiveSkuCount(tx, {})
  return found?.total ?? 0
}
