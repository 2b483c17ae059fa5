import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decryptContact } from './personal-data.ts'

type MessageSubject = Pick<OrderMessage, 'orderNumber' | 'total' | 'currency'> & {
  id: string
  channelName: string | null
  channelConfig: unknown
  /** Of an order that a person entered; otherwise the channel's setting counts. */
  messagesCustomer?: boolean | null
  customer: Parameters<typeof decryptContact>[1]
}

/** Message to the customer of an order, at the stored contact. */
export const buildOrderMessage = (
  ctx: CompanyContext,
  type: OrderMessage['type'],
  { id: orderId, orderNumber, channelName, channelConfig, messagesCustomer, total, currency, customer }: MessageSubject,
  parcels?: OrderMessage['parcels'],
): OrderMessage => ({
  type,
  orderId,
  orderNumber,
  channelName,
  isForOwnerOnly: !(messagesCustomer ?? ChannelConfig.parse(channelConfig ?? {}).messagesCustomers),
  total,
  currency,
  customer: decryptContact(ctx, customer),
  ...(parcels && { parcels }),
})
