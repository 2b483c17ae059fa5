import type { ReportAnswer, ChannelConnection, OutgoingMessage } from '#server/ports/channel.ts'
import type { GraphClient } from './client.ts'
import { acknowledgeOrder, cancelOrder, shipOrder } from './order-actions.ts'
import { getAccountIdOrThrow } from './require-id.ts'

const delivered: ReportAnswer = { status: 200 }
/** Meta has no ear for it. */
const notSupported: ReportAnswer = { status: 204 }

export async function reportToMeta(
  client: GraphClient,
  connection: ChannelConnection,
  message: OutgoingMessage,
): Promise<ReportAnswer> {
  const { order } = message
  if (!order) return notSupported
  const reference = { orderId: order.externalOrderId, orderNumber: order.orderNumber, key: message.id }
  switch (message.type) {
    case 'order.acknowledged':
    // An order may be sent to Amazon without a word before, and Meta lets nothing be shipped unacknowledged.
    case 'order.sent_to_fulfillment':
      await acknowledgeOrder(client, getAccountIdOrThrow(connection), reference)
      return delivered
    case 'order.shipped':
      await shipOrder(client, reference, message.shipments)
      return delivered
    case 'order.cancelled':
      await cancelOrder(client, reference, message.reason)
      return delivered
    case 'order.delivered':
    case 'inventory.updated':
    case 'ping':
      return notSupported
  }
}
