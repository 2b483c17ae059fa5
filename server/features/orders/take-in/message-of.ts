import type { OrderData } from '#contract/intake.ts'
import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import { priceOrder } from './amounts.ts'
import { toBuyer } from './buyers.ts'
import type { IntakeContext } from './intake-context.ts'

type MessageOrder = { orderId: string; orderNumber: string; channelId: string }

export function buildIncomingOrderMessage(
  { ctx, channelOf, customerOf }: IntakeContext,
  { orderId, orderNumber, channelId }: MessageOrder,
  type: OrderMessage['type'],
  order: OrderData,
): OrderMessage {
  const { email, phone, firstName } = toBuyer(ctx, order)
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
