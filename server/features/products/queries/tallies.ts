import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { planned } from '#server/platform/db/planned-once.ts'
import { catalogueTallies } from '#server/platform/db/schema/catalogue.ts'

/** How many products the company has, as a select that reads none of them. */
export const talliedProducts = sql`select coalesce(sum(${catalogueTallies.products}), 0)::int from ${catalogueTallies}`

/** How many active SKUs likewise. */
export const talliedSkus = sql`select coalesce(sum(${catalogueTallies.activeSkus}), 0)::int from ${catalogueTallies}`

const readTally = planned<{ total: number }>(() => sql`select (${talliedSkus}) as total`)

export async function countActiveSkus(tx: Tx): Promise<number> {
  const [tally] = await readTally(tx, {})
  return tally?.total ?? 0
}
