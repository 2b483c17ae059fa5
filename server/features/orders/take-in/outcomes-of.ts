import type { OrderEvent, IngestResult } from './news.ts'
import type { DeliveryContent } from './read-delivery.ts'

const isEvent = (delivery: DeliveryContent) => delivery.kind === 'news'

export const eventsIn = (read: readonly DeliveryContent[]): OrderEvent[] => read.filter(isEvent).map(({ news }) => news)

/** To which end each delivery came; `taken` says what became of the news in them. */
export function deliveryOutcomes(read: readonly DeliveryContent[], taken: readonly IngestResult[]) {
  const outcomes = read.filter(isEvent).map(({ id, news }, index) => deliveryOutcome(id, news, taken[index]))
  return {
    takenIn: outcomes.flatMap((outcome) => ('why' in outcome ? [] : [outcome])),
    ignored: [
      ...outcomes.flatMap((outcome) => ('why' in outcome ? [outcome] : [])),
      ...read.filter((delivery) => delivery.kind === 'nothing'),
    ],
    failed: read.filter((delivery) => delivery.kind === 'failed'),
    toFetch: read.filter((delivery) => delivery.kind === 'fetch'),
  }
}

const cancelledBefore = 'The order has not come in yet; when it does, it is cancelled.'
const shippedBefore = 'The order is shipped already, so there is nothing to send.'

function deliveryOutcome(id: string, { eventType, externalOrderId, at }: OrderEvent, taken: IngestResult | undefined) {
  const read = { id, eventType, externalOrderId, eventAt: at }
  if (!taken?.orderId) return { ...read, why: eventType === 'order.shipped' ? shippedBefore : cancelledBefore }
  const { orderId } = taken
  return taken.outcome === 'nothing_new' ? { ...read, orderId, why: 'It says nothing new.' } : { ...read, orderId }
}
