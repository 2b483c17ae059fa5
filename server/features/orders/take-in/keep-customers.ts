import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { decryptPersonal, encryptPersonal } from '../personal-data.ts'
import { findCustomers, findCustomersOfOrders, updateCustomers, type StoredCustomer } from '../queries/customers.ts'
import { toBuyer, type Buyer } from './buyers.ts'
import { matchBuyers, type Customer } from './match-buyers.ts'

/** `isKnown`: the order is here already; if it had no e-mail address before and has none now, it keeps its own customer. */
export type Purchase = { orderId: string; isKnown: boolean; order: OrderData }

/**
 * Finds or makes the customer of each order, one for each e-mail address; without one an order has its own. What is told
 * of them anew replaces what was known. Answers by order.
 */
export async function upsertCustomers(
  tx: Tx,
  ctx: CompanyContext,
  purchases: readonly Purchase[],
): Promise<Map<string, Customer>> {
  const identified = purchases.map(({ orderId, isKnown, order }) => ({ orderId, isKnown, buyer: toBuyer(ctx, order) }))
  const known = await findKnownCustomers(tx, ctx, identified)
  const { customerOf, added, renamed } = matchBuyers(identified, known)
  const newRows = added.map((customer) => toCustomerRow(ctx, customer))
  const renamedRows = renamed.map((customer) => encryptCustomer(ctx, customer))
  await insertRows(tx, customers, newRows)
  await updateCustomers(tx, ctx.companyId, renamedRows)
  return customerOf
}

type IdentifiedPurchase = { orderId: string; isKnown: boolean; buyer: Buyer }

/** By the hash of their e-mail address, or by the order that is theirs alone. */
async function findKnownCustomers(
  tx: Tx,
  ctx: CompanyContext,
  identified: readonly IdentifiedPurchase[],
): Promise<Map<string, Customer>> {
  const hashes = [...new Set(identified.flatMap(({ buyer }) => buyer.emailHash ?? []))]
  const orderIds = identified.filter(({ buyer, isKnown }) => isKnown && !buyer.emailHash).map(({ orderId }) => orderId)
  const byEmail = await findCustomers(tx, ctx.companyId, hashes)
  const own = await findCustomersOfOrders(tx, ctx.companyId, orderIds)
  return new Map([
    ...byEmail.map((customer) => [customer.emailHash ?? '', decryptCustomer(ctx, customer)] as const),
    ...own.map(({ orderId, ...customer }) => [orderId, decryptCustomer(ctx, customer)] as const),
  ])
}

const decryptCustomer = (ctx: CompanyContext, customer: StoredCustomer): Customer => ({
  ...customer,
  email: null,
  phone: decryptPersonal(ctx, 'customers.phone', customer.id, customer.phone),
  isNew: false,
})

const encryptCustomer = (ctx: CompanyContext, { id, firstName, lastName, phone }: Customer) => ({
  id,
  firstName,
  lastName,
  phone: encryptPersonal(ctx, 'customers.phone', id, phone),
})

const toCustomerRow = (ctx: CompanyContext, customer: Customer) => ({
  companyId: ctx.companyId,
  ...encryptCustomer(ctx, customer),
  email: encryptPersonal(ctx, 'customers.email', customer.id, customer.email),
  emailHash: customer.emailHash,
})
