/*
 * Status reads from Amazon (job `orders.follow`). Each attempt has its next check; once a minute each account is polled
 * for changes, which makes changed attempts due at once.
 */

import { AppError } from '#contract/errors.ts'
import { getConnectedAccountOrThrow, recordRefusedAuthorization } from '#server/features/marketplace/amazon-access.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { recordAmazonStatus, recordMissingAtAmazon } from './record-outcome.ts'
import { nextRetryTime } from './timing.ts'
import {
  claimAttemptsToTrack,
  hasAccountsToPoll,
  hasAttemptsToTrack,
  listAccountsToPoll,
  type PolledAccount,
  postponeTracking,
  recordPoll,
  scheduleChanged,
  type TrackedAttempt,
} from './tracking-queries.ts'

type TrackingCounts = Record<TrackingOutcome, number>

const claimLimit = 8

const concurrency = 4

/** Longer than the timeout of any call to Amazon. */
const claimSeconds = 120

/** Longest run per company, so that others are served too; the job is triggered again for the rest. */
const maxRunMs = 2 * 60 * 1000

/** Reads the status of due fulfillments from Amazon. An error with one does not stop the others. */
export async function trackDueAttempts(ctx: CompanyContext): Promise<TrackingCounts> {
  const counts: TrackingCounts = { read: 0, waiting: 0, forgotten: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return counts
  const endsAt = ctx.clock.now().getTime() + maxRunMs
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  const faults: unknown[] = []
  await pollChanges(ctx, service)
  while (!isOver()) {
    const claimed = await claimDueAttempts(ctx)
    if (claimed.length === 0) break
    await mapConcurrent(concurrency, claimed, async (attempt) => {
      try {
        counts[await trackAttempt(ctx, service, attempt)] += 1
      } catch (fault) {
        faults.push(fault)
      }
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.follow'))
  if (faults.length > 0) throw faults[0]
  return counts
}

function claimDueAttempts(ctx: CompanyContext): Promise<TrackedAttempt[]> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + claimSeconds * 1000)
  return ctx.transaction((tx) => claimAttemptsToTrack(tx, { companyId, now, until, limit: claimLimit }))
}

/** `waiting`: Amazon could not be reached; `forgotten`: it does not show an order that it had accepted. */
type TrackingOutcome = 'read' | 'waiting' | 'forgotten'

async function trackAttempt(
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

/** Whether the job `orders.follow` has anything to do. */
export async function hasDueTracking(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await hasAttemptsToTrack(tx, companyId, now)) || hasAccountsToPoll(tx, companyId, pollCutoff(now))
}

const pollIntervalSeconds = 60

/** Amazon's list of changes may lag, so each poll overlaps the one before. */
const overlapSeconds = 5 * 60

/** With more changes than this, the rest is read at its next scheduled check. */
const maxPages = 20

/** Accounts that were last polled before this time are due. */
const pollCutoff = (now: Date): Date => new Date(now.getTime() - pollIntervalSeconds * 1000)

/** Polls Amazon once a minute for changed fulfillments and makes them due at once. */
async function pollChanges(ctx: CompanyContext, service: FulfillmentService): Promise<void> {
  const { companyId } = ctx
  const before = pollCutoff(ctx.clock.now())
  const accounts = await ctx.transaction((tx) => listAccountsToPoll(tx, companyId, before))
  for (const account of accounts) await pollAccount(ctx, service, account)
}

/** An account that fails is polled again in a minute; its attempts keep their scheduled checks. */
async function pollAccount(ctx: CompanyContext, service: FulfillmentService, account: PolledAccount): Promise<void> {
  const { companyId } = ctx
  const polledAt = ctx.clock.now()
  try {
    const externalIds = await listChanged(ctx, service, account, polledAt)
    const { id: accountId, readAt } = account
    await ctx.transaction(async (tx) => {
      await scheduleChanged(tx, { companyId, accountId, externalIds, readAt, now: ctx.clock.now() })
      await recordPoll(tx, companyId, accountId, polledAt)
    })
  } catch (error) {
    await toReadFailure(ctx, account, error)
  }
}

async function listChanged(
  ctx: CompanyContext,
  service: FulfillmentService,
  { id, readAt, marketplaceIds }: PolledAccount,
  polledAt: Date,
): Promise<string[]> {
  const account = await getConnectedAccountOrThrow(ctx, id)
  const since = new Date((readAt ?? polledAt).getTime() - overlapSeconds * 1000)
  const found: string[] = []
  for (const marketplaceId of marketplaceIds) {
    let page: string | undefined
    for (let pages = 0; pages < maxPages; pages += 1) {
      const { externalIds, next } = await service.listChanged(account, { marketplaceId, since, ...(page && { page }) })
      found.push(...externalIds)
      if (next === null) break
      page = next
    }
  }
  return found
}

/** Why a read failed, and Amazon's Retry-After if it sent one. */
type ReadFailure = { reason: string; retryAfterSeconds: number | undefined }

/** For failures that only a person or Amazon can fix. */
const manualRetrySeconds = 15 * 60

/** Turns failures of Amazon or the account into a result and marks a refused account. Our own errors are thrown. */
async function toReadFailure(
  ctx: CompanyContext,
  { id, refreshToken }: { id: string; refreshToken?: string },
  error: unknown,
): Promise<ReadFailure> {
  if (error instanceof Unavailable) return { reason: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof Unauthorized) await recordRefusedAuthorization(ctx, id, error.message, refreshToken)
  else if (!(error instanceof Rejected || error instanceof AppError)) throw error
  return { reason: error.message, retryAfterSeconds: manualRetrySeconds }
}
