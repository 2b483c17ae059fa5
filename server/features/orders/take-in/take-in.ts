import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findKnownOrders, lockIntake } from '../queries/intake.ts'
import { finishChanges } from './finish-changes.ts'
import { foldNews, keyOf, type KnownStory, type Story } from './fold-news.ts'
import { findNewOrders } from './new-orders.ts'
import type { News, Taken } from './news.ts'
import type { OrderChange } from './order-change.ts'
import { placeOrders } from './place-orders.ts'
import { prepareIntake } from './prepare-intake.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { reviseOrders } from './revise-orders.ts'

/**
 * Makes orders of what channels say, or changes those that are here: all that an order is made of, in the caller's
 * transaction, by as many statements for one order as for fifty. The news may come in any order and repeatedly.
 * Answers what became of each.
 */
export async function takeIn(tx: Tx, ctx: CompanyContext, news: readonly News[]): Promise<Taken[]> {
  if (news.length === 0) return []
  for (const { order } of news) if (order) refuseUnstorable(order)
  await lockIntake(tx, ctx.companyId)
  const stories = foldNews(news, await findKnownOrders(tx, ctx.companyId, news))
  const known = [...stories.values()].filter(isKnown)
  const fresh = await findNewOrders(tx, ctx.companyId, [...stories.values()])
  const intake = await prepareIntake(tx, ctx, fresh, known)
  const changes = [...(await placeOrders(tx, intake, fresh)), ...(await reviseOrders(tx, intake, known))]
  await finishChanges(tx, intake, changes)
  const orderIds = new Map([
    ...fresh.map(({ orderId, story }) => [keyOf(story), orderId] as const),
    ...known.map((story) => [keyOf(story), story.known.orderId] as const),
  ])
  const changeOf = new Map(changes.map((change) => [change.orderId, change]))
  return news.map((one) => answerTo(one, stories.get(keyOf(one)), changeOf.get(orderIds.get(keyOf(one)) ?? '')))
}

const isKnown = (story: Story): story is KnownStory => story.known !== null

function answerTo(news: News, story: Story | undefined, change: OrderChange | undefined): Taken {
  if (!change) return { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }
  const { orderId, orderNumber, outcome } = change
  const isLate = story?.late.includes(news)
  return { outcome: isLate ? 'nothing_new' : outcome, orderId, orderNumber, isNew: outcome === 'placed' }
}
