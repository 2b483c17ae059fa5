import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/id.ts'
import { claimTold, findToldBefore, type ToldBefore } from '../queries/intake.ts'
import { keyOf, type Story, type Telling } from './fold-news.ts'

/** An order that is not here yet, with what came of it before it. */
export type NewOrder = { orderId: string; story: Story; telling: Telling; before: ToldBefore | null }

export async function findNewOrders(tx: Tx, companyId: string, stories: readonly Story[]): Promise<NewOrder[]> {
  const fresh = stories.flatMap((story) =>
    story.known || !story.telling ? [] : [{ orderId: newId(), story, telling: story.telling }],
  )
  if (fresh.length === 0) return []
  const names = fresh.map(({ story }) => story)
  const told = await findToldBefore(tx, companyId, names)
  const byKey = new Map(told.map((news) => [keyOf(news), news]))
  return fresh.map((order) => ({ ...order, before: byKey.get(keyOf(order.story)) ?? null }))
}

/** The news that came before them belong to them from now on. */
export async function claimNewsOf(tx: Tx, companyId: string, orders: readonly NewOrder[]): Promise<void> {
  const told = orders
    .filter(({ before }) => before)
    .map(({ orderId, story: { channelId, externalOrderId } }) => ({ orderId, channelId, externalOrderId }))
  if (told.length > 0) await claimTold(tx, companyId, told)
}
