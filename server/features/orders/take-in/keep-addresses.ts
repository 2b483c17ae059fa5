import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/ids.ts'
import { findAddresses } from '../queries/customers.ts'
import { toAddressRow } from './address-row.ts'
import { hashAddress } from './buyers.ts'
import type { Purchase } from './keep-customers.ts'
import type { Customer } from './match-buyers.ts'

/** Finds or adds the address of each order among those of its customer. Answers their ids by order. */
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
