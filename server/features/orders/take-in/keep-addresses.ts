import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/id.ts'
import { sealPersonal } from '../personal-data.ts'
import { findAddresses } from '../queries/customers.ts'
import { addressHashOf } from './buyers.ts'
import type { Bought, Customer } from './keep-customers.ts'

/** Finds or adds the address of each order among those of its customer. Answers their ids by order. */
export async function keepAddresses(
  tx: Tx,
  ctx: CompanyContext,
  bought: readonly Bought[],
  customerOf: ReadonlyMap<string, Customer>,
): Promise<Map<string, string>> {
  const wanted = bought.flatMap(({ orderId, order }) => {
    const customer = customerOf.get(orderId)
    return customer
      ? [{ orderId, order, customer, customerId: customer.id, addressHash: addressHashOf(ctx, order) }]
      : []
  })
  const returning = wanted.filter(({ customer }) => !customer.isNew)
  const found = await findAddresses(tx, ctx.companyId, returning)
  const known = new Map(found.map((address) => [keyOf(address), address.id]))
  const withDefault = new Set(returning.map(({ customerId }) => customerId))
  const added = []
  const addressOf = new Map<string, string>()
  for (const one of wanted) {
    const key = keyOf(one)
    const id = known.get(key) ?? newId()
    addressOf.set(one.orderId, id)
    if (known.has(key)) continue
    known.set(key, id)
    added.push(newRow(ctx, id, one, !withDefault.has(one.customerId)))
    withDefault.add(one.customerId)
  }
  await insertRows(tx, customerAddresses, added)
  return addressOf
}

type Wanted = Pick<Bought, 'order'> & { customerId: string; addressHash: string }

const keyOf = ({ customerId, addressHash }: { customerId: string; addressHash: string }) =>
  `${customerId} ${addressHash}`

function newRow(ctx: CompanyContext, id: string, { order, customerId, addressHash }: Wanted, isDefault: boolean) {
  const { recipientName, line1, line2, city, state, postalCode, country } = order.shippingAddress
  return {
    companyId: ctx.companyId,
    id,
    customerId,
    addressHash,
    isDefault,
    recipientName: recipientName ?? null,
    line1: sealPersonal(ctx, 'customer_addresses.line1', id, line1),
    line2: sealPersonal(ctx, 'customer_addresses.line2', id, line2 ?? null),
    city,
    state: state ?? null,
    postalCode,
    country,
  }
}
