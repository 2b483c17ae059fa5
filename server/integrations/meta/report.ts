import type { Answered, Connection, OutgoingMessage } from '#server/ports/channel.ts'
import type { GraphClient } from './client.ts'
import { acknowledgeOrder, cancelOrder, shipOrder } from './order-actions.ts'
import { requireAccount } from './require-id.ts'

const told: Answered = { status: 200 }
/** Meta has no ear for it. */
const notForMeta: Answered = { status: 204 }

export async function report(client: GraphClient, connection: Connection, message: OutgoingMessage): Promise<Answered> {
  const { order } = message
  if (!order) return notForMeta
  const reference = { orderId: order.externalOrderId, orderNumber: order.orderNumber, key: message.id }
  switch (message.type) {
    case 'order.acknowledged':
    // An order may be sent to Amazon without a word before, and Meta lets nothing be shipped unacknowledged.
    case 'order.sent_to_fulfillment':
      await acknowledgeOrder(client, requireAccount(connection), reference)
      return told
    case 'order.shipped':
      await shipOrder(client, reference, message.shipments)
      return told
    case 'order.cancelled':
      await cancelOrder(client, reference, message.reason)
      return told
    case 'order.delivered':
    case 'inventory.updated':
    case 'ping':
      return notForMeta
  }
}
