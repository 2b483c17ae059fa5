import { orderKey, type ChannelOrderState } from './fold-news.ts'
import type { NewOrder } from './new-orders.ts'
import type { OrderEvent, IngestResult } from './news.ts'
import type { OrderChange } from './order-change.ts'

type IngestedEvents = {
  states: ReadonlyMap<string, ChannelOrderState>
  newOrders: readonly NewOrder[]
  changes: readonly OrderChange[]
}

/** What became of each piece of news, now that the orders have changed. */
export function resultsFor(
  news: readonly OrderEvent[],
  { states, newOrders, changes }: IngestedEvents,
): IngestResult[] {
  const newIds = new Map(newOrders.map(({ orderId, state }) => [orderKey(state), orderId]))
  const changeOf = new Map(changes.map((change) => [change.orderId, change]))
  return news.map((one) => {
    const state = states.get(orderKey(one))
    const orderId = state?.known?.orderId ?? newIds.get(orderKey(one)) ?? ''
    return resultFor(one, state, changeOf.get(orderId))
  })
}

function resultFor(
  news: OrderEvent,
  state: ChannelOrderState | undefined,
  change: OrderChange | undefined,
): IngestResult {
  if (!change) return { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }
  const { orderId, orderNumber, outcome } = change
  const isLate = state?.late.includes(news)
  return { outcome: isLate ? 'nothing_new' : outcome, orderId, orderNumber, isNew: outcome === 'placed' }
}
