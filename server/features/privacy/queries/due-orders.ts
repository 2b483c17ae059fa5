import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { RetentionLimits } from '../limits.ts'

type DueQuery = { companyId: string; limits: RetentionLimits }

const isNotErased = ({ companyId }: DueQuery): SQL => sql`company_id = ${companyId} and erased_at is null`

/** Each of the ends that an order can have; the first in the order of an index that has only what is kept. */
const endsOf = ({ limits }: DueQuery): { isOver: SQL; order: SQL }[] => [
  { isOver: sql`closed_at <= ${limits.closed.toISOString()}`, order: sql`order by closed_at` },
  {
    isOver: sql`closed_at is null and status = 'shipped' and shipped_at <= ${limits.shipped.toISOString()}`,
    order: sql``,
  },
  {
    isOver: sql`closed_at is null and status in ('placed', 'acknowledged', 'sent_to_fulfillment')
      and updated_at <= ${limits.untouched.toISOString()}`,
    order: sql``,
  },
]

/** Orders whose customers' data have had their time. */
export async function findDueOrders(tx: Tx, due: DueQuery, limit: number): Promise<string[]> {
  const found = endsOf(due).map(
    ({ isOver, order }) => sql`(select id from orders where ${isNotErased(due)} and ${isOver} ${order} limit ${limit})`,
  )
  const { rows } = await tx.execute<{ id: string }>(sql`${sql.join(found, sql` union all `)} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Those of them that still are; the ones that somebody is changing are left for another time. */
export async function lockDueOrders(tx: Tx, due: DueQuery, orderIds: readonly string[]): Promise<string[]> {
  const ends = endsOf(due).map(({ isOver }) => sql`(${isOver})`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where ${isNotErased(due)} and id = any(${sql.param([...orderIds])}::uuid[])
      and (${sql.join(ends, sql` or `)})
    order by id for no key update skip locked`)
  return rows.map(({ id }) => id)
}
