import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { openContact } from '../../personal-data.ts'
import type { SentOrder } from '../../queries/sent-order.ts'
import type { KeptParcel } from './keep-packages.ts'

/** The customer hears of it at the address that is kept. */
export function orderMessageOf(
  ctx: CompanyContext,
  type: OrderMessage['type'],
  order: SentOrder,
  parcels: readonly KeptParcel[],
): OrderMessage {
  const { id: orderId, orderNumber, channelName, total, currency, customer } = order
  return {
    type,
    orderId,
    orderNumber,
    channelName: channelName ?? 'Lockstep',
    total,
    currency,
    customer: openContact(ctx, customer),
    parcels: parcels.filter(({ after }) => after.shippedAt).map(({ after }) => after),
  }
}
