import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { openContact } from './personal-data.ts'
import { getOrderOrThrow } from './queries/order-detail.ts'

/** What an order's customer is to hear of it, at the address that is kept. */
export async function messageAbout(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  type: OrderMessage['type'],
): Promise<OrderMessage> {
  const order = await getOrderOrThrow(tx, ctx.companyId, orderId)
  const { orderNumber, channelName, totalAmount: total, currency, customer } = order
  return {
    type,
    orderId,
    orderNumber,
    channelName: channelName ?? '',
    total,
    currency,
    customer: openContact(ctx, customer),
  }
}
