import { sql } from 'drizzle-orm'
import type { Report } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Span } from '../period.ts'
import { salesIn } from './sales.ts'
import type { Scope } from './sales-totals.ts'

type Foreign = Report['otherCurrencies'][number]

/** What is in no sum of money, since nothing is converted. */
export async function listOtherCurrencies(tx: Tx, { companyId, currency }: Scope, span: Span): Promise<Foreign[]> {
  const { rows } = await tx.execute<Foreign>(sql`
    select s.currency, sum(s.orders)::int as orders, sum(s.revenue)::numeric(20, 2)::text as revenue
    from ${salesIn(companyId, span)} where s.currency <> ${currency}
    group by s.currency having sum(s.orders) > 0 order by sum(s.orders) desc, s.currency`)
  return rows
}
