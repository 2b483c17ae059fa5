import type { News, Taken } from './news.ts'
import type { ReadDelivery } from './read-delivery.ts'

const isNews = (delivery: ReadDelivery) => delivery.kind === 'news'

export const newsIn = (read: readonly ReadDelivery[]): News[] => read.filter(isNews).map(({ news }) => news)

/** To which end each delivery came; `taken` says what became of the news in them. */
export function outcomesOf(read: readonly ReadDelivery[], taken: readonly Taken[]) {
  const outcomes = read.filter(isNews).map(({ id, news }, index) => outcomeOf(id, news, taken[index]))
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

function outcomeOf(id: string, { eventType, externalOrderId, at }: News, taken: Taken | undefined) {
  const read = { id, eventType, externalOrderId, eventAt: at }
  if (!taken?.orderId) return { ...read, why: eventType === 'order.shipped' ? shippedBefore : cancelledBefore }
  const { orderId } = taken
  return taken.outcome === 'nothing_new' ? { ...read, orderId, why: 'It says nothing new.' } : { ...read, orderId }
}
