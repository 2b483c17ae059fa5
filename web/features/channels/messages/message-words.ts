import type { SentMessage } from '#contract/channel-deliveries.ts'
import { type OutgoingEvent, outgoingEvents } from '#contract/channel-values.ts'
import { formatCount } from '#web/lib/figures.ts'

const eventLabels: Record<OutgoingEvent, string> = {
  'order.acknowledged': 'Order acknowledged',
  'order.sent_to_fulfillment': 'Order sent to fulfillment',
  'order.shipped': 'Order shipped',
  'order.delivered': 'Order delivered',
  'order.cancelled': 'Order cancelled',
  'inventory.updated': 'Inventory updated',
  ping: 'Test',
}

export function eventLabel(eventType: string): string {
  const known = outgoingEvents.find((event) => event === eventType)
  return known ? eventLabels[known] : eventType
}

/** Such as "Order shipped of order LS-10012", for the names of buttons. */
export const messageName = ({ eventType, orderNumber }: SentMessage): string =>
  orderNumber ? `${eventLabel(eventType)} of order ${orderNumber}` : eventLabel(eventType)

/** Such as "3 attempts, answered 503". */
export function attemptsText({ attempts, responseStatus }: SentMessage): string {
  if (attempts === 0) return 'Not tried yet'
  const answered = responseStatus === null ? 'no answer' : `answered ${responseStatus}`
  return `${formatCount(attempts, 'attempt')}, ${answered}`
}
