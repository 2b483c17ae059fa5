import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/id.ts'
import { openPersonal, sealPersonal } from '../personal-data.ts'
import { findCustomers, findOwnCustomers, updateCustomers, type KeptCustomer } from '../queries/customers.ts'
import { buyerOf, type Buyer } from './buyers.ts'

/** `isKnown`: the order is here already, and without an e-mail address it keeps the customer it has. */
export type Bought = { orderId: string; isKnown: boolean; order: OrderData }

export type Customer = Buyer & { id: string; isNew: boolean }

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
  const changed = new Set<string>()
  const kept = new Map<string, Customer>()
  for (const { orderId, buyer } of told) {
    const key = buyer.emailHash ?? orderId
    const before = known.get(key)
    const after = before ? { ...before, ...given(buyer) } : { ...buyer, id: newId(), isNew: true }
    if (before && isDifferent(before, after)) changed.add(after.id)
    known.set(key, after)
    kept.set(orderId, after)
  }
  const all = [...new Map([...known.values()].map((customer) => [customer.id, customer])).values()]
  const added = all.filter(({ isNew }) => isNew).map((customer) => newRow(ctx, customer))
  const renamed = all.filter(({ id, isNew }) => !isNew && changed.has(id)).map((customer) => sealed(ctx, customer))
  await insertRows(tx, customers, added)
  await updateCustomers(tx, ctx.companyId, renamed)
  return kept
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

/** What is left out is not unsaid. */
const given = (buyer: Buyer): Partial<Buyer> =>
  Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null))

const isDifferent = (before: Customer, after: Customer): boolean =>
  before.firstName !== after.firstName || before.lastName !== after.lastName || before.phone !== after.phone

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
