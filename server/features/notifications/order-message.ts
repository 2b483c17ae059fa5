/** What became of an order, for those who want to know. */
export type OrderMessage = {
  type: 'order_placed' | 'order_shipped' | 'order_delivered' | 'order_cancelled' | 'review_request'
  /** Now, unless told. */
  happenedAt?: Date
  orderId: string
  orderNumber: string
  channelName: string
  total: string
  currency: string
  customer: { id: string | null; email: string | null; phone: string | null; firstName: string | null }
  /** Those that have left, where the message is about that. */
  parcels?: readonly { carrier: string | null; trackingNumber: string | null }[]
}
