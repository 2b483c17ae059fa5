import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import { claimCancellations, findCancelledBefore } from '../queries/intake.ts'
import { keyOf, type Story, type Telling } from './fold-news.ts'

/** An order that is not here yet; `cancelledBefore` by news that came before it. */
export type NewOrder = {
  orderId: string
  story: Story
  telling: Telling
  cancelledBefore: { at: Date | null } | null
}

export async function findNewOrders(tx: Tx, companyId: string, stories: readonly Story[]): Promise<NewOrder[]> {
  const fresh = stories.flatMap((story) =>
    story.known || !story.telling ? [] : [{ orderId: newId(), story, telling: story.telling }],
  )
  if (fresh.length === 0) return []
  const names = fresh.map(({ story }) => story)
  const cancelled = await findCancelledBefore(tx, companyId, names)
  const byKey = new Map(cancelled.map((news) => [keyOf(news), news]))
  return fresh.map((order) => ({ ...order, cancelledBefore: byKey.get(keyOf(order.story)) ?? null }))
}

/** The news that cancelled them before belong to them from now on. */
export async function claimNewsOf(tx: Tx, companyId: string, orders: readonly NewOrder[]): Promise<void> {
  const cancelled = orders
    .filter(({ cancelledBefore }) => cancelledBefore)
    .map(({ orderId, story: { channelId, externalOrderId } }) => ({ orderId, channelId, externalOrderId }))
  if (cancelled.length > 0) await claimCancellations(tx, companyId, cancelled)
}
