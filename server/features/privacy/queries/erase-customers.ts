import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ErasedCounts } from '../erased.ts'
import { erasedAddress, erasedCustomer, erasedMessage } from './erased-values.ts'

/** The customers of these orders. */
export async function listCustomersOf(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct customer_id as id from orders
    where company_id = ${companyId} and id = any(${sql.param([...orderIds])}::uuid[]) and customer_id is not null`)
  return rows.map(({ id }) => id)
}

/** Customers without an order that keeps their data, such as those of whom a channel told another e-mail address since. */
export async function listCustomersWithoutOrders(
  tx: Tx,
  companyId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from customers c
    where c.company_id = ${companyId} and c.erased_at is null and c.created_at <= ${before.toISOString()}
      and ${hasNoKeptOrder} limit ${limit}`)
  return rows.map(({ id }) => id)
}

const hasNoKeptOrder = sql`not exists (
  select from orders o where o.company_id = c.company_id and o.customer_id = c.id and o.erased_at is null)`

type CustomersToErase = { companyId: string; customerIds: readonly string[]; at: Date }

/** Those of them whose orders are all erased, and of the others the addresses to which only erased orders went. */
export async function eraseCustomerRows(
  tx: Tx,
  { companyId, customerIds, at }: CustomersToErase,
): Promise<ErasedCounts> {
  const ids = sql`any(${sql.param([...customerIds])}::uuid[])`
  const count = async (statement: SQL) => (await tx.execute(statement)).rowCount ?? 0
  return {
    customers: await count(sql`
      update customers c set ${erasedCustomer}, erased_at = ${at.toISOString()}
      where c.company_id = ${companyId} and c.id = ${ids} and c.erased_at is null and ${hasNoKeptOrder}`),
    customer_addresses: await count(sql`
      update customer_addresses a set ${erasedAddress}
      where a.company_id = ${companyId} and a.customer_id = ${ids}
        and num_nonnulls(recipient_name, line1, line2, city, state, postal_code, address_hash) > 0
        and not exists (select from orders o
          where o.company_id = a.company_id and o.shipping_address_id = a.id and o.erased_at is null)`),
    notifications: await count(sql`
      update notifications n set ${erasedMessage} from customers c
      where n.company_id = ${companyId} and n.customer_id = ${ids} and n.recipient <> ''
        and c.company_id = n.company_id and c.id = n.customer_id and c.erased_at is not null`),
  }
}
