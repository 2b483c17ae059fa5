import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findKnownOrders, lockIntake } from '../queries/intake.ts'
import { answersTo } from './answers-to.ts'
import { finishChanges } from './finish-changes.ts'
import { foldNews, type KnownStory, type Story } from './fold-news.ts'
import { findNewOrders } from './new-orders.ts'
import type { News, Taken } from './news.ts'
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
  return answersTo(news, { stories, fresh, changes })
}

const isKnown = (story: Story): story is KnownStory => story.known !== null
