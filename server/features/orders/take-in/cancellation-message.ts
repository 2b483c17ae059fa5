import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import { decryptContact } from '../personal-data.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { IntakeContext } from './intake-context.ts'

/** The customer hears of it at the address that is kept. */
export function buildCancellationMessage(
  { ctx, now, channelOf }: IntakeContext,
  order: OrderToChange,
  cancelledAt: Date | null,
): OrderMessage {
  const { id: orderId, orderNumber, channelId, total, currency, customer } = order
  return {
    type: 'order_cancelled',
    happenedAt: cancelledAt ?? now,
    orderId,
    orderNumber,
    channelName: channelOf(channelId).name,
    total,
    currency,
    customer: decryptContact(ctx, customer),
  }
}
