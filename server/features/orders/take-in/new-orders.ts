import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { assignEventsToOrders, findEarlierEvents, type EarlierEvents } from '../queries/intake.ts'
import { orderKey, type ChannelOrderState, type SnapshotEvent } from './fold-news.ts'

/** An order that is not here yet, with what came of it before it. */
export type NewOrder = {
  orderId: string
  state: ChannelOrderState
  snapshot: SnapshotEvent
  before: EarlierEvents | null
}

export async function findNewOrders(
  tx: Tx,
  companyId: string,
  states: readonly ChannelOrderState[],
): Promise<NewOrder[]> {
  const unknown = states.flatMap((state) =>
    state.known || !state.telling ? [] : [{ orderId: newId(), state, snapshot: state.telling }],
  )
  if (unknown.length === 0) return []
  const keys = unknown.map(({ state }) => state)
  const earlierEvents = await findEarlierEvents(tx, companyId, keys)
  const byKey = new Map(earlierEvents.map((events) => [orderKey(events), events]))
  return unknown.map((order) => ({ ...order, before: byKey.get(orderKey(order.state)) ?? null }))
}

/** The news that came before them belong to them from now on. */
export async function linkEarlierEvents(tx: Tx, companyId: string, orders: readonly NewOrder[]): Promise<void> {
  const earlierEvents = orders
    .filter(({ before }) => before)
    .map(({ orderId, state: { channelId, externalOrderId } }) => ({ orderId, channelId, externalOrderId }))
  if (earlierEvents.length > 0) await assignEventsToOrders(tx, companyId, earlierEvents)
}
