import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FulfillmentNews } from '#server/ports/fulfillment.ts'
import { listLinesOfAttempt } from '../queries/orders-to-send.ts'
import { lockAttempt, type Attempt } from '../queries/sent-order.ts'
import { inOurNames } from './news/in-our-names.ts'
import { keepPackages } from './news/keep-packages.ts'
import { learn } from './news/learn.ts'
import { isStale, wordOf } from './news/word.ts'

const nothing = { parcels: [], hasChanged: false }

/** What Amazon says of a fulfilment, taken to heart as far as it is news: late, repeated and backward words change nothing. */
export async function applyNews(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  news: FulfillmentNews,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const { attempt } = subject
  const told = await named(tx, attempt, news)
  const kept = isStale(attempt, told) ? nothing : await keepPackages(tx, ctx, attempt, told)
  await learn(tx, ctx, subject, wordOf(attempt, told, kept))
}

/** The lines' SKUs are asked for only where Amazon calls the lines otherwise. */
async function named(tx: Tx, { companyId, id, items }: Attempt, news: FulfillmentNews): Promise<FulfillmentNews> {
  const isOurs = ({ itemId }: { itemId: string }) => items.some(({ orderItemId }) => orderItemId === itemId)
  if (news.lines.length === 0 || news.lines.some(isOurs)) return news
  return inOurNames(news, await listLinesOfAttempt(tx, companyId, id)) ?? news
}
