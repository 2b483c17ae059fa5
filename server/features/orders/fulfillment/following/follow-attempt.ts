import { getConnectedAccountOrThrow } from '#server/features/marketplace/account.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { FulfillmentSnapshot, FulfillmentService } from '#server/ports/fulfillment.ts'
import { postponeTracking, type TrackedAttempt } from '../../queries/attempts-to-follow.ts'
import { recordAmazonStatus } from '../apply-news.ts'
import { recordMissingAtAmazon } from '../news/note-forgotten.ts'
import { nextRetryTime } from '../news/next-check.ts'
import { toReadFailure, type ReadFailure } from './trouble.ts'

/** `waiting`: Amazon could not be asked; `forgotten`: it no longer knows what it had accepted. */
export type TrackingOutcome = 'read' | 'waiting' | 'forgotten'

export async function trackAttempt(
  ctx: CompanyContext,
  service: FulfillmentService,
  attempt: TrackedAttempt,
): Promise<TrackingOutcome> {
  const answer = await readFromAmazon(ctx, service, attempt)
  if (answer && 'reason' in answer) {
    const until = nextRetryTime(attempt.checkedAt, answer.retryAfterSeconds, ctx.clock.now())
    const postponement = { until, error: answer.reason }
    await ctx.transaction((tx) => postponeTracking(tx, ctx.companyId, attempt, postponement))
    return 'waiting'
  }
  if (!answer) {
    await ctx.transaction((tx) => recordMissingAtAmazon(tx, ctx, attempt.id))
    return 'forgotten'
  }
  await ctx.transaction((tx) => recordAmazonStatus(tx, ctx, attempt.id, answer))
  return 'read'
}

async function readFromAmazon(
  ctx: CompanyContext,
  service: FulfillmentService,
  { integrationId, marketplaceId, externalId, deliveredPackages }: TrackedAttempt,
): Promise<FulfillmentSnapshot | ReadFailure | null> {
  let account: Parameters<typeof toReadFailure>[1] = { id: integrationId }
  try {
    const opened = await getConnectedAccountOrThrow(ctx, integrationId)
    account = opened
    return await service.read(opened, { marketplaceId, externalId }, deliveredPackages)
  } catch (error) {
    return toReadFailure(ctx, account, error)
  }
}
