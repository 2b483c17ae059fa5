import { sql } from 'drizzle-orm'
import type { SearchResults } from '#contract/search.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'

type FoundOrder = SearchResults['orders'][number]
type FoundCustomer = SearchResults['customers'][number]
type FoundOrderRow = FoundOrder & { customerId: string | null }

/** By the one function that may use an index for it. Customers are those of orders in which the name was found. */
export async function findOrdersAndCustomers(
  tx: Tx,
  companyId: string,
  text: string,
  most: number,
): Promise<Pick<SearchResults, 'orders' | 'customers'>> {
  const { rows: answers } = await tx.execute<{ orderIds: string[]; customerOrderIds: string[] }>(sql`
    select order_ids as "orderIds", customer_order_ids as "customerOrderIds" from find_orders(${text}, ${most}::int)`)
  const { orderIds, customerOrderIds } = answers[0] ?? { orderIds: [], customerOrderIds: [] }
  const { rows } = await tx.execute<FoundOrderRow>(sql`
    select id, order_number as "orderNumber", external_order_id as "externalOrderId", customer_name as "customerName",
      status, placed_at as "placedAt", customer_id as "customerId"
    from orders where company_id = ${companyId} and id = any(${sql.param([...orderIds, ...customerOrderIds])}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, { ...row, placedAt: iso(row.placedAt) }]))
  const inOrder = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    orders: inOrder(orderIds).map(({ customerId: _customerId, ...order }) => order),
    customers: inOrder(customerOrderIds).flatMap(toCustomer),
  }
}

const toCustomer = ({ id, customerId, customerName, placedAt }: FoundOrderRow): FoundCustomer[] =>
  customerId && customerName ? [{ id: customerId, name: customerName, newestOrderId: id, newestOrderAt: placedAt }] : []

/** At most one, with the newest of the orders. */
export async function findCustomersByEmail(tx: Tx, companyId: string, emailHash: string): Promise<FoundCustomer[]> {
  const { rows } = await tx.execute<FoundCustomer>(sql`
    select c.id, coalesce(o.customer_name, concat_ws(' ', c.first_name, c.last_name)) as name,
      o.id as "newestOrderId", o.placed_at as "newestOrderAt"
    from customers c cross join lateral (
      select id, customer_name, placed_at from orders
      where company_id = c.company_id and customer_id = c.id order by placed_at desc, id desc limit 1
    ) o
    where c.company_id = ${companyId} and c.email_hash = ${emailHash} and c.erased_at is null`)
  return rows.map((row) => ({ ...row, newestOrderAt: iso(row.newestOrderAt) }))
}
