import { and, desc, eq, isNull } from 'drizzle-orm'
import { channelOfOrder, orderRowFields } from '#server/features/orders/order-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orders } from '#server/platform/db/schema/orders.ts'

/** The newest orders with their customers as they are kept: the e-mail sealed. */
export async function listNewestOrders(tx: Tx, companyId: string, limit: number) {
  return tx
    .select({
      ...orderRowFields,
      customer: {
        id: customers.id,
        firstName: customers.firstName,
        lastName: customers.lastName,
        email: customers.email,
      },
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(
      customers,
      // Who ordered again since is still known, but not as who made an order that is erased.
      and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId), isNull(orders.erasedAt)),
    )
    .where(eq(orders.companyId, companyId))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit)
}
