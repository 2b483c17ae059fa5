import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { orderNotFound } from './order-row.ts'

/** The columns of an address as it is kept: the street sealed. */
export const addressFields = {
  id: customerAddresses.id,
  recipientName: customerAddresses.recipientName,
  line1: customerAddresses.line1,
  line2: customerAddresses.line2,
  city: customerAddresses.city,
  state: customerAddresses.state,
  postalCode: customerAddresses.postalCode,
  country: customerAddresses.country,
}

export const addressOfOrder = and(
  eq(customerAddresses.companyId, orders.companyId),
  eq(customerAddresses.id, orders.shippingAddressId),
)

/** Whose an order is, where it goes, and where its channel said that it goes. */
export async function getShippingAddressOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [found] = await tx
    .select({
      customerId: orders.customerId,
      channelAddressHash: orders.channelAddressHash,
      addressHash: customerAddresses.addressHash,
      address: addressFields,
    })
    .from(orders)
    .leftJoin(customerAddresses, addressOfOrder)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!found) throw orderNotFound()
  return found
}
