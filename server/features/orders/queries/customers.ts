import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** A customer as kept: the phone is sealed. */
export type StoredCustomer = {
  id: string
  emailHash: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
}

export async function findCustomers(
  tx: Tx,
  companyId: string,
  emailHashes: readonly string[],
): Promise<StoredCustomer[]> {
  if (emailHashes.length === 0) return []
  const { rows } = await tx.execute<StoredCustomer>(sql`
    select id, email_hash as "emailHash", first_name as "firstName", last_name as "lastName", phone from customers
    where company_id = ${companyAtRunTime(companyId)} and email_hash = any(${sql.param([...emailHashes])}::text[])`)
  return rows
}

/** Customers without an e-mail address, who belong to one order each. */
export async function findCustomersOfOrders(tx: Tx, companyId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { rows } = await tx.execute<StoredCustomer & { orderId: string }>(sql`
    select o.id as "orderId", c.id, null as "emailHash", c.first_name as "firstName", c.last_name as "lastName", c.phone
    from orders o join customers c on c.company_id = o.company_id and c.id = o.customer_id and c.email_hash is null
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[]) and c.erased_at is null`)
  return rows
}

type CustomerUpdate = Omit<StoredCustomer, 'emailHash'>

export async function updateCustomers(tx: Tx, companyId: string, customers: readonly CustomerUpdate[]): Promise<void> {
  if (customers.length === 0) return
  await tx.execute(sql`
    update customers c set first_name = n."firstName", last_name = n."lastName", phone = n.phone, updated_at = now()
    from json_to_recordset(${JSON.stringify(customers)}::json)
      as n(id uuid, "firstName" text, "lastName" text, phone text)
    where c.company_id = ${companyAtRunTime(companyId)} and c.id = n.id`)
}

export type StoredAddress = { id: string; customerId: string; addressHash: string }

/** The addresses that these customers have been sent to. */
export async function findAddresses(
  tx: Tx,
  companyId: string,
  requested: readonly { customerId: string; addressHash: string }[],
): Promise<StoredAddress[]> {
  if (requested.length === 0) return []
  const keys = requested.map(({ customerId, addressHash }) => ({ customerId, addressHash }))
  const { rows } = await tx.execute<StoredAddress>(sql`
    select a.id, a.customer_id as "customerId", a.address_hash as "addressHash"
    from json_to_recordset(${JSON.stringify(keys)}::json) as key("customerId" uuid, "addressHash" text)
    join customer_addresses a on a.company_id = ${companyAtRunTime(companyId)} and a.customer_id = key."customerId"
      and a.address_hash = key."addressHash"`)
  return rows
}
