import type { OrderData } from '#contract/intake.ts'
import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import { priceOrder } from './amounts.ts'
import { buyerOf } from './buyers.ts'
import type { Intake } from './intake-context.ts'

type Order = { orderId: string; orderNumber: string; channelId: string }

export function messageOf(
  { ctx, channelOf, customerOf }: Intake,
  { orderId, orderNumber, channelId }: Order,
  type: OrderMessage['type'],
  order: OrderData,
): OrderMessage {
  const { email, phone, firstName } = buyerOf(ctx, order)
  return {
    type,
    orderId,
    orderNumber,
    channelName: channelOf(channelId).name,
    total: priceOrder(order).amounts.total,
    currency: order.currency,
    customer: { id: customerOf.get(orderId)?.id ?? null, email, phone, firstName },
  }
}
