import { openAccount } from '#server/features/marketplace/account.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { FulfillmentNews, FulfillmentService } from '#server/ports/fulfillment.ts'
import { postponeFollowing, type FollowedAttempt } from '../../queries/attempts-to-follow.ts'
import { applyNews } from '../apply-news.ts'
import { noteForgotten } from '../news/note-forgotten.ts'
import { nextTryOf } from '../news/next-check.ts'
import { troubleOf, type Trouble } from './trouble.ts'

/** `waiting`: Amazon could not be asked; `forgotten`: it no longer knows what it had accepted. */
export type Followed = 'read' | 'waiting' | 'forgotten'

export async function followAttempt(
  ctx: CompanyContext,
  service: FulfillmentService,
  attempt: FollowedAttempt,
): Promise<Followed> {
  const answer = await ask(ctx, service, attempt)
  if (answer && 'reason' in answer) {
    const until = nextTryOf(attempt.checkedAt, answer.retryAfterSeconds, ctx.clock.now())
    const trouble = { until, error: answer.reason }
    await ctx.transaction((tx) => postponeFollowing(tx, ctx.companyId, attempt, trouble))
    return 'waiting'
  }
  if (!answer) {
    await ctx.transaction((tx) => noteForgotten(tx, ctx, attempt.id))
    return 'forgotten'
  }
  await ctx.transaction((tx) => applyNews(tx, ctx, attempt.id, answer))
  return 'read'
}

async function ask(
  ctx: CompanyContext,
  service: FulfillmentService,
  { integrationId, marketplaceId, externalId, deliveredPackages }: FollowedAttempt,
): Promise<FulfillmentNews | Trouble | null> {
  let account: Parameters<typeof troubleOf>[1] = { id: integrationId }
  try {
    const opened = await openAccount(ctx, integrationId)
    account = opened
    return await service.read(opened, { marketplaceId, externalId }, deliveredPackages)
  } catch (error) {
    return troubleOf(ctx, account, error)
  }
}
