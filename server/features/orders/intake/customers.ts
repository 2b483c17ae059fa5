import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/ids.ts'
import { decryptPersonal, encryptPersonal } from '../personal-data.ts'
import { type Buyer, type Customer, hashAddress, hashPhone, matchBuyers, toBuyer } from './buyers.ts'
import {
  findAddresses,
  findCustomers,
  findCustomersById,
  findCustomersOfOrders,
  type StoredCustomer,
  updateCustomers,
} from './queries.ts'

/** `isKnown`: the order exists already. Without an e-mail address it keeps its customer. */
export type Purchase = {
  orderId: string
  isKnown: boolean
  order: OrderData
  /** A customer that a person chose; counts for an order without an e-mail address. */
  customerId?: string | null
}

/**
 * Finds or inserts the customer of each order: one per e-mail address, or one per order without an address. New values
 * replace known ones. Returns customers by order id.
 */
export async function upsertCustomers(
  tx: Tx,
  ctx: CompanyContext,
  purchases: readonly Purchase[],
): Promise<Map<string, Customer>> {
  const identified = purchases.map(({ order, ...purchase }) => ({ ...purchase, buyer: toBuyer(ctx, order) }))
  const known = await findKnownCustomers(tx, ctx, identified)
  const { customerOf, added, renamed } = matchBuyers(identified, known)
  const newRows = added.map((customer) => toCustomerRow(ctx, customer))
  const renamedRows = renamed.map((customer) => encryptCustomer(ctx, customer))
  await insertRows(tx, customers, newRows)
  await updateCustomers(tx, ctx.companyId, renamedRows)
  return customerOf
}

type IdentifiedPurchase = Omit<Purchase, 'order'> & { buyer: Buyer }

/** Known customers by e-mail hash, or by order id for those without e-mail. */
async function findKnownCustomers(
  tx: Tx,
  ctx: CompanyContext,
  identified: readonly IdentifiedPurchase[],
): Promise<Map<string, Customer>> {
  const hashes = [...new Set(identified.flatMap(({ buyer }) => buyer.emailHash ?? []))]
  const orderIds = identified.filter(({ buyer, isKnown }) => isKnown && !buyer.emailHash).map(({ orderId }) => orderId)
  const byEmail = await findCustomers(tx, ctx.companyId, hashes)
  const own = await findCustomersOfOrders(tx, ctx.companyId, orderIds)
  const chosen = await findChosenCustomers(tx, ctx, identified)
  return new Map([
    ...chosen,
    ...byEmail.map((customer) => [customer.emailHash ?? '', decryptCustomer(ctx, customer)] as const),
    ...own.map(({ orderId, ...customer }) => [orderId, decryptCustomer(ctx, customer)] as const),
  ])
}

async function findChosenCustomers(tx: Tx, ctx: CompanyContext, identified: readonly IdentifiedPurchase[]) {
  const choosing = identified.filter(({ buyer }) => !buyer.emailHash)
  const found = await findCustomersById(
    tx,
    ctx.companyId,
    choosing.flatMap(({ customerId }) => customerId ?? []),
  )
  const byId = new Map(found.map((customer) => [customer.id, decryptCustomer(ctx, customer)]))
  return choosing.flatMap(({ orderId, customerId }) => {
    const customer = customerId && byId.get(customerId)
    return customer ? [[orderId, customer] as const] : []
  })
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
  phoneHash: phone && hashPhone(ctx, phone),
})

const toCustomerRow = (ctx: CompanyContext, customer: Customer) => ({
  companyId: ctx.companyId,
  ...encryptCustomer(ctx, customer),
  email: encryptPersonal(ctx, 'customers.email', customer.id, customer.email),
  emailHash: customer.emailHash,
})

/** Finds or inserts the address of each order among those of its customer. Returns address ids by order id. */
export async function upsertAddresses(
  tx: Tx,
  ctx: CompanyContext,
  purchases: readonly Purchase[],
  customerOf: ReadonlyMap<string, Customer>,
): Promise<Map<string, string>> {
  const requested = purchases.flatMap(({ orderId, order: { shippingAddress: address } }) => {
    const customer = customerOf.get(orderId)
    return customer
      ? [{ orderId, address, customer, customerId: customer.id, addressHash: hashAddress(ctx, address) }]
      : []
  })
  const returning = requested.filter(({ customer }) => !customer.isNew)
  const found = await findAddresses(tx, ctx.companyId, returning)
  const known = new Map(found.map((address) => [addressKey(address), address.id]))
  const withDefault = new Set(returning.map(({ customerId }) => customerId))
  const added = []
  const addressOf = new Map<string, string>()
  for (const one of requested) {
    const key = addressKey(one)
    const id = known.get(key) ?? newId()
    addressOf.set(one.orderId, id)
    if (known.has(key)) continue
    known.set(key, id)
    const { address, customerId, addressHash } = one
    added.push(toAddressRow(ctx, id, { address, customerId, addressHash, isDefault: !withDefault.has(customerId) }))
    withDefault.add(customerId)
  }
  await insertRows(tx, customerAddresses, added)
  return addressOf
}

const addressKey = ({ customerId, addressHash }: { customerId: string; addressHash: string }) =>
  `${customerId} ${addressHash}`

type NewAddress = {
  address: OrderData['shippingAddress']
  customerId: string
  addressHash: string
  isDefault: boolean
}

/** Row of a new address, with the street encrypted. */
export function toAddressRow(ctx: CompanyContext, id: string, { address, ...columns }: NewAddress) {
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  return {
    companyId: ctx.companyId,
    id,
    ...columns,
    recipientName: recipientName ?? null,
    line1: encryptPersonal(ctx, 'customer_addresses.line1', id, line1),
    line2: encryptPersonal(ctx, 'customer_addresses.line2', id, line2 ?? null),
    city,
    state: state ?? null,
    postalCode: postalCode ?? null,
    country,
  }
}
