import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { openContact } from './personal-data.ts'

type Subject = Pick<OrderMessage, 'orderNumber' | 'total' | 'currency'> & {
  id: string
  channelName: string | null
  customer: Parameters<typeof openContact>[1]
}

/** What an order's customer is to hear of it, at the address that is kept. */
export const messageAbout = (
  ctx: CompanyContext,
  type: OrderMessage['type'],
  { id: orderId, orderNumber, channelName, total, currency, customer }: Subject,
  parcels?: OrderMessage['parcels'],
): OrderMessage => ({
  type,
  orderId,
  orderNumber,
  channelName: channelName ?? 'Lockstep',
  total,
  currency,
  customer: openContact(ctx, customer),
  ...(parcels && { parcels }),
})
