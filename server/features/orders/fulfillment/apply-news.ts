import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FulfillmentNews } from '#server/ports/fulfillment.ts'
import { lockAttempt } from '../queries/sent-order.ts'
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
  const kept = isStale(attempt, news) ? nothing : await keepPackages(tx, ctx, attempt, news)
  await learn(tx, ctx, subject, wordOf(attempt, news, kept))
}
