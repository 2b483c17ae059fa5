import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { Span } from '../period.ts'
import { customersIn, nameOf, type CustomerRecord } from './customers.ts'
import type { Scope } from './sales-totals.ts'

type Place = { after: string | undefined; limit: number }

/** What each customer after one bought, by their ids: about in the order in which they first came. */
export async function listCustomerSales(
  tx: Tx,
  scope: Scope,
  span: Span,
  { after, limit }: Place,
): Promise<CustomerRecord[]> {
  const follows = after === undefined ? sql`` : sql`and o.customer_id > ${after}`
  const { rows } = await tx.execute<CustomerRecord>(sql`
    select b.customer_id as "customerId", ${nameOf(sql`c`)} as "customerName",
      c.first_order_at >= ${span.from.toISOString()}::timestamptz as "isNew", b.orders, b.paid as "paidOrders", b.revenue,
      b.last_at as "lastOrderAt"
    from (${customersIn(scope, span, follows)} order by o.customer_id limit ${limit}) as b
    join customers c on c.company_id = ${scope.companyId} and c.id = b.customer_id
    order by b.customer_id`)
  return rows
}
