import { say, type Sentence } from '#contract/i18n.ts'
import { isLive } from '#contract/order-status.ts'
import { releaseWaitingHolds } from '#server/features/inventory/holds.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { updateOrder } from '../order-queries.ts'
import { amazonActor } from '../timeline.ts'
import { applyUpdate, resendStopped } from './apply-update.ts'
import { type FailureReason, isStale, localUpdate, mapLineIds, toUpdate } from './fulfillment-update.ts'
import { isLastCancelPending, noCancelRequest, progressOf, targetStatus } from './next-state.ts'
import { cancelRefusedEffects, noEffects } from './order-effects.ts'
import { upsertPackages } from './packages.ts'
import { type Attempt, listLinesOfAttempt, lockAttempt, lockSentOrder, updateAttempt } from './queries.ts'
import { transitionOrder, writeEffects } from './transition-order.ts'

/** Applies a status read from Amazon. Idempotent: stale, repeated and backward statuses change nothing. */
export async function recordAmazonStatus(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  snapshot: FulfillmentSnapshot,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const { attempt } = subject
  const ours = await withOurLineIds(tx, attempt, snapshot)
  const packages = isStale(attempt, ours) ? noPackageChanges : await upsertPackages(tx, ctx, attempt, ours)
  await applyUpdate(tx, ctx, subject, toUpdate(attempt, ours, packages))
}

const noPackageChanges = { parcels: [], hasChanged: false }

/** Reads the SKUs of the lines only when Amazon uses other line ids. */
async function withOurLineIds(
  tx: Tx,
  { companyId, id, items }: Attempt,
  snapshot: FulfillmentSnapshot,
): Promise<FulfillmentSnapshot> {
  const isOurs = ({ itemId }: { itemId: string }) => items.some(({ orderItemId }) => orderItemId === itemId)
  if (snapshot.lines.length === 0 || snapshot.lines.some(isOurs)) return snapshot
  return mapLineIds(snapshot, await listLinesOfAttempt(tx, companyId, id)) ?? snapshot
}

/**
 * Amazon accepted the submission; its status is read later. Returns false when the attempt had been ended here
 * meanwhile.
 */
export async function recordAccepted(tx: Tx, ctx: CompanyContext, fulfillmentId: string, at: Date): Promise<boolean> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  await applyUpdate(tx, ctx, subject, localUpdate(amazonActor, 'submitted', at))
  return isLive(subject.attempt.status)
}

export type AttemptFailure = { status: 'cancelled' | 'unfulfillable'; code: string | null; reason: Sentence }

/** Ends an attempt that will ship nothing: Amazon rejected it, or never received it. */
export async function recordFailed(
  tx: Tx,
  ctx: CompanyContext,
  fulfillmentId: string,
  { status, code, reason }: AttemptFailure,
): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const failure = { code, reason, attention: attentionCodeFor(code) }
  await applyUpdate(tx, ctx, subject, { ...localUpdate(ctx.actor, status, ctx.clock.now()), failure })
}

function attentionCodeFor(code: string | null): FailureReason['attention'] {
  if (code === 'bad_address') return code
  return code === null || code === 'unfulfillable' || code === 'not_enough_stock'
    ? 'unfulfillable'
    : 'rejected_by_amazon'
}

/** Amazon refused to cancel: drops the cancel request and resends what other attempts have freed. */
export async function recordCancelRefused(tx: Tx, ctx: CompanyContext, fulfillmentId: string): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const { order, attempt } = subject
  const { cancelRequestedAt, cancelPurpose, status } = attempt
  if (cancelRequestedAt === null) return
  const effects = { ...noEffects(), ...cancelRefusedEffects(attempt) }
  await updateAttempt(tx, attempt, noCancelRequest)
  if (cancelPurpose === 'send_again' && isLastCancelPending(subject)) {
    await resendStopped(tx, ctx, effects, { ...subject, status })
  }
  await writeEffects(tx, ctx, order.id, effects)
}

const missingRetrySeconds = 15 * 60

/**
 * Amazon does not show an order that it had accepted. It may still ship it, so nothing is sent in its place; a person
 * is told and the status is read again.
 */
export async function recordMissingAtAmazon(tx: Tx, ctx: CompanyContext, fulfillmentId: string): Promise<void> {
  const { order, attempt } = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const nextCheckAt = new Date(ctx.clock.now().getTime() + missingRetrySeconds * 1000)
  await updateAttempt(tx, attempt, { nextCheckAt, updatedAt: attempt.updatedAt })
  const reason = say('Amazon accepted {fulfillmentId} but no longer shows it.', {
    fulfillmentId: attempt.externalFulfillmentId ?? '',
  })
  await writeEffects(tx, ctx, order.id, { ...noEffects(), raised: [{ code: 'submission_unanswered', reason }] })
}

/** A person has decided not to send what Amazon dropped: releases its holds and lets the order end. */
export async function closeRemainder(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const { companyId } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const progress = progressOf(order.lines, order.attempts)
  await updateOrder(tx, companyId, orderId, { partialReason: null })
  await releaseWaitingHolds(tx, { companyId, orderId, at: ctx.clock.now() })
  const status = targetStatus({ status: order.status, isPartial: false, isUnwanted: false }, progress)
  const effects = { ...noEffects(), hasMovedStock: true }
  await transitionOrder(tx, ctx, effects, { order, cause: 'rest given up', targetStatus: status, parcels: [] })
  await writeEffects(tx, ctx, orderId, effects, ctx.actor)
}
