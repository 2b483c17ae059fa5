/** What became of an order, for those who want to know. */
export type OrderMessage = {
  type: 'order_placed' | 'order_cancelled'
  orderId: string
  orderNumber: string
  channelName: string
  total: string
  currency: string
  customer: { id: string | null; email: string | null; phone: string | null; firstName: string | null }
}
