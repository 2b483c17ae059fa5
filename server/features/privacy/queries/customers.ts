import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** A customer as kept, e-mail and phone sealed, with how their orders stand. Moments are as PostgreSQL writes them. */
export type CustomerRecord = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  erasedAt: string | null
  orderCount: number
  openOrders: number
  lastOrderAt: string | null
}

const mostFound = 20

async function selectCustomers(tx: Tx, companyId: string, isWanted: SQL): Promise<CustomerRecord[]> {
  const { rows } = await tx.execute<CustomerRecord>(sql`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, c.erased_at as "erasedAt",
      total.orders as "orderCount", total.open as "openOrders", total.last as "lastOrderAt"
    from customers c cross join lateral (
      select count(*)::int as orders, max(o.placed_at) as last,
        count(*) filter (where o.closed_at is null and o.erased_at is null)::int as open
      from orders o where o.company_id = c.company_id and o.customer_id = c.id
    ) as total
    where c.company_id = ${companyId} and ${isWanted} order by total.last desc nulls last, c.id limit ${mostFound}`)
  return rows
}

export const findCustomersByEmail = (tx: Tx, companyId: string, emailHash: string) =>
  selectCustomers(tx, companyId, sql`c.email_hash = ${emailHash}`)

/** By our number of the order or the channel's. */
export const findCustomersByOrder = (tx: Tx, companyId: string, number: string) =>
  selectCustomers(
    tx,
    companyId,
    sql`c.id in (select customer_id from orders where company_id = ${companyId}
      and (order_number = ${number} or order_number = ${number.toUpperCase()} or external_order_id = ${number}))`,
  )

export async function getCustomerOrThrow(tx: Tx, companyId: string, customerId: string): Promise<CustomerRecord> {
  const [found] = await selectCustomers(tx, companyId, sql`c.id = ${customerId}`)
  if (!found) throw new AppError('not_found', 'There is no such customer.')
  return found
}

export async function listOrderIdsOf(tx: Tx, companyId: string, customerId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where company_id = ${companyId} and customer_id = ${customerId} and erased_at is null
    order by id`)
  return rows.map(({ id }) => id)
}
