import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { openPersonal, sealPersonal } from '../personal-data.ts'
import { findCustomers, findOwnCustomers, updateCustomers, type KeptCustomer } from '../queries/customers.ts'
import { buyerOf, type Buyer } from './buyers.ts'
import { matchBuyers, type Customer } from './match-buyers.ts'

/** `isKnown`: the order is here already; if it had no e-mail address before and has none now, it keeps its own customer. */
export type Bought = { orderId: string; isKnown: boolean; order: OrderData }

/**
 * Finds or makes the customer of each order, one for each e-mail address; without one an order has its own. What is told
 * of them anew replaces what was known. Answers by order.
 */
export async function keepCustomers(
  tx: Tx,
  ctx: CompanyContext,
  bought: readonly Bought[],
): Promise<Map<string, Customer>> {
  const told = bought.map(({ orderId, isKnown, order }) => ({ orderId, isKnown, buyer: buyerOf(ctx, order) }))
  const known = await findKnown(tx, ctx, told)
  const { customerOf, added, renamed } = matchBuyers(told, known)
  const newRows = added.map((customer) => newRow(ctx, customer))
  const newNames = renamed.map((customer) => sealed(ctx, customer))
  await insertRows(tx, customers, newRows)
  await updateCustomers(tx, ctx.companyId, newNames)
  return customerOf
}

type Told = { orderId: string; isKnown: boolean; buyer: Buyer }

/** By the hash of their e-mail address, or by the order that is theirs alone. */
async function findKnown(tx: Tx, ctx: CompanyContext, told: readonly Told[]): Promise<Map<string, Customer>> {
  const hashes = [...new Set(told.flatMap(({ buyer }) => buyer.emailHash ?? []))]
  const orderIds = told.filter(({ buyer, isKnown }) => isKnown && !buyer.emailHash).map(({ orderId }) => orderId)
  const byEmail = await findCustomers(tx, ctx.companyId, hashes)
  const own = await findOwnCustomers(tx, ctx.companyId, orderIds)
  return new Map([
    ...byEmail.map((customer) => [customer.emailHash ?? '', opened(ctx, customer)] as const),
    ...own.map(({ orderId, ...customer }) => [orderId, opened(ctx, customer)] as const),
  ])
}

const opened = (ctx: CompanyContext, customer: KeptCustomer): Customer => ({
  ...customer,
  email: null,
  phone: openPersonal(ctx, 'customers.phone', customer.id, customer.phone),
  isNew: false,
})

const sealed = (ctx: CompanyContext, { id, firstName, lastName, phone }: Customer) => ({
  id,
  firstName,
  lastName,
  phone: sealPersonal(ctx, 'customers.phone', id, phone),
})

const newRow = (ctx: CompanyContext, customer: Customer) => ({
  companyId: ctx.companyId,
  ...sealed(ctx, customer),
  email: sealPersonal(ctx, 'customers.email', customer.id, customer.email),
  emailHash: customer.emailHash,
})
