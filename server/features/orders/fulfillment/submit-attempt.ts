import { type Message, say } from '#contract/i18n.ts'
import { isLive } from '#contract/order-status.ts'
import { enqueueReading, findShopObjection } from '#server/features/channels/poll/ask-shop.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentSnapshot, Submission } from '#server/ports/fulfillment.ts'
import { findChannelHoldReason, lockOrders } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { applyUpdate } from './apply-update.ts'
import { type AttemptSession, extendLease, recordRefusal, type SubmissionOutcome } from './attempt-session.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { localUpdate, mapLineIds } from './fulfillment-update.ts'
import {
  getOrderToSendOrThrow,
  lastAttemptNumber,
  listLinesOfAttempt,
  listOrderedUnits,
  lockAttempt,
} from './queries.ts'
import { quoteShipping } from './quote-shipping.ts'
import { recordAccepted, recordAmazonStatus } from './record-outcome.ts'
import { toConstraints } from './request-fulfillment.ts'
import { shipToAddress } from './shipment-rules.ts'
import type { ClaimedAttempt, QuotedTerms } from './submission-queries.ts'
import { mayStillAppear } from './timing.ts'

/*
 * Submission protocol: one live order at Amazon per attempt, wherever a process dies.
 *
 * 1. The attempt is claimed under a lease (submission-queries.ts). Its Amazon order id is the idempotency key.
 * 2. Amazon quotes fee and dates. A rejection ends the attempt.
 * 3. A connected shop is asked whether it still wants the order sent (ask-shop.ts), also before a repeated submission.
 * 4. `submittedAt` is committed: from here on Amazon may have the order.
 * 5. The order is submitted and the answer recorded.
 *
 * An attempt that is claimed again with `submittedAt` set is read first and adopted if Amazon has it. It counts as
 * rejected only when Amazon says no and can no longer be processing an earlier submission.
 */

/** Submits an attempt to Amazon. An attempt that may have been submitted before is looked up first. */
export async function submitAttempt(session: AttemptSession): Promise<SubmissionOutcome> {
  if (session.attempt.submittedAt !== null) {
    const snapshot = await session.service.read(session.account, session.handle)
    return snapshot ? attachExisting(session, snapshot) : sendSubmission(session, await loadSubmission(session), {})
  }
  const submission = await loadSubmission(session)
  const quote = await quoteShipping(session, submission)
  return quote instanceof Rejected
    ? recordRefusal(session, quote, submission.destination)
    : sendSubmission(session, submission, quote)
}

async function sendSubmission(
  session: AttemptSession,
  submission: Submission,
  quote: QuotedTerms,
): Promise<SubmissionOutcome> {
  const { ctx, service, account, handle, attempt, claim } = session
  const orphanId = await findOrphanedAttempt(session)
  if (orphanId) return recordRefusal(session, orphanRejection(orphanId), null)
  const objection = await askShop(session)
  if (objection !== null) return stopForShop(session, objection)
  const marked = await markSubmitted(session, quote)
  if (marked === 'held') return 'stopped'
  // A process that was suspended past its lease must not submit: another may have ended the attempt.
  if (!marked || ctx.clock.now() >= claim.lease) return 'left'
  if (marked.cancelRequestedAt !== null) return cancelAttempt({ ...session, attempt: marked })
  passCrashPoint('orders.send.marked')
  const answer = await service.submit(account, submission).catch(toRejection)
  passCrashPoint('orders.send.submitted')
  if (answer === 'accepted') return recordAcceptance(session)
  const mayBeThere = answer === 'exists' || attempt.submittedAt !== null
  const snapshot = mayBeThere ? await service.read(account, handle) : null
  if (snapshot) return attachExisting(session, snapshot)
  if (answer === 'exists') throw new Unavailable(say('Amazon has the order but does not show it yet'))
  // Amazon may reject a repeated submission only because it is still processing the first.
  if (mayStillAppear(attempt, ctx.clock.now())) throw new Unavailable(say('Amazon may still be processing the order'))
  return recordRefusal(session, answer, submission.destination)
}

/** From here on the attempt counts as possibly known to Amazon. `held`: the channel keeps the order back since the attempt was made. */
function markSubmitted(session: AttemptSession, quote: QuotedTerms): Promise<ClaimedAttempt | 'held' | null> {
  const { ctx, attempt, claim } = session
  return ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, [attempt.orderId])
    if (await stopHeldAttempt(tx, session)) return 'held'
    return extendLease(tx, ctx, claim, { ...quote, submittedAt: attempt.submittedAt ?? ctx.clock.now() })
  })
}

/** When the attempt was ended while this process was suspended, what Amazon has just accepted is cancelled again. */
async function recordAcceptance({
  ctx,
  service,
  account,
  attempt,
  handle,
}: AttemptSession): Promise<SubmissionOutcome> {
  if (await ctx.transaction((tx) => recordAccepted(tx, ctx, attempt.id, ctx.clock.now()))) return 'accepted'
  await service.cancel(account, handle)
  return 'stopping'
}

/** Adopts the order that Amazon has under the attempt's id, unless it is not ours. */
async function attachExisting(session: AttemptSession, snapshot: FulfillmentSnapshot): Promise<SubmissionOutcome> {
  const { ctx, attempt, handle } = session
  const lines = await ctx.transaction((tx) => listLinesOfAttempt(tx, ctx.companyId, attempt.id))
  if (!mapLineIds(snapshot, lines)) {
    const message = say(
      'Amazon has an order {externalId} that Lockstep did not send. Send it again, under its next number.',
      { externalId: handle.externalId },
    )
    return recordRefusal(session, new Rejected(message, { code: 'id_taken' }), null)
  }
  await ctx.transaction((tx) => recordAmazonStatus(tx, ctx, attempt.id, snapshot))
  return 'accepted'
}

function toRejection(error: unknown): Rejected {
  if (error instanceof Rejected) return error
  throw error
}

/** Builds the submission of an attempt. It is the same each time: an order does not change while it is being sent. */
function loadSubmission({ ctx, attempt, handle }: AttemptSession): Promise<Submission> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const order = await getOrderToSendOrThrow(tx, companyId, attempt.orderId)
    const { orderNumber, placedAt } = order
    return {
      ...handle,
      orderNumber,
      placedAt,
      comment: 'Thank you for your order.',
      speed: attempt.shippingSpeed,
      destination: shipToAddress(ctx, order),
      lines: await listLinesOfAttempt(tx, companyId, attempt.id),
      constraints: toConstraints(order),
    }
  })
}

/** How many later ids are tried: a person resends an order only a few times. */
const maxIdsProbed = 3

/**
 * After a restore, an older order may be at Amazon under the id of a later attempt that this database does not know.
 * Returns that id; null when there is none, or Amazon has the order under the current id.
 */
async function findOrphanedAttempt({ ctx, service, account, attempt, handle }: AttemptSession): Promise<string | null> {
  const { restoredAt } = ctx.gate
  if (!restoredAt) return null
  const { order, lastAttempt } = await ctx.transaction(async (tx) => ({
    order: await getOrderToSendOrThrow(tx, ctx.companyId, attempt.orderId),
    lastAttempt: await lastAttemptNumber(tx, ctx.companyId, attempt.orderId),
  }))
  if (order.placedAt >= restoredAt || (await service.read(account, handle))) return null
  for (let attemptNumber = lastAttempt + 1; attemptNumber <= lastAttempt + maxIdsProbed; attemptNumber += 1) {
    const externalId = sellerFulfillmentOrderId(order, attemptNumber)
    const snapshot = await service.read(account, { ...handle, externalId })
    if (snapshot && (snapshot.status === null || isLive(snapshot.status))) return externalId
  }
  return null
}

const orphanRejection = (externalId: string): Rejected =>
  new Rejected(
    say(
      'Amazon has this order as {externalId}, sent before the database was restored. Send it again to continue with that attempt.',
      { externalId },
    ),
    { code: 'id_taken' },
  )

/**
 * Ends an attempt that Amazon does not have, when its channel keeps the order back by now. The caller has locked the order, so a hold
 * comes either before this check or after the submission. Returns false when the order may be sent.
 */
async function stopHeldAttempt(tx: Tx, session: AttemptSession): Promise<boolean> {
  const { ctx, attempt } = session
  const reason = await findChannelHoldReason(tx, ctx.companyId, attempt.orderId)
  if (reason === null) return false
  if (attempt.submittedAt !== null && mayStillAppear(attempt, ctx.clock.now())) {
    throw new Unavailable(say('Amazon may still be processing the order, which the shop has put on hold since'))
  }
  await endKeptBack(tx, session, reason)
  return true
}

async function askShop({ ctx, attempt }: AttemptSession): Promise<Message | null> {
  const { companyId } = ctx
  const { orderId, createdAt: since } = attempt
  const asked = await ctx.transaction(async (tx) => ({
    ...(await getOrderToSendOrThrow(tx, companyId, orderId)),
    // Of later attempts a part may have been sent, which shops no longer list.
    lines: attempt.attempt === 1 ? await listOrderedUnits(tx, companyId, orderId) : null,
  }))
  return findShopObjection(ctx, { ...asked, since })
}

/** The shop says something that we have not heard yet: the attempt ends, and the order is taken in as the shop has it now. */
async function stopForShop(session: AttemptSession, reason: Message): Promise<SubmissionOutcome> {
  const { ctx, attempt } = session
  if (mayStillAppear(attempt, ctx.clock.now())) {
    throw new Unavailable(say('Amazon may still be processing the order, which the shop no longer wants sent'))
  }
  const hasEnded = await ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, [attempt.orderId])
    await enqueueReading(tx, ctx, await getOrderToSendOrThrow(tx, ctx.companyId, attempt.orderId))
    return endKeptBack(tx, session, reason)
  })
  return hasEnded ? 'stopped' : 'left'
}

/** Ends an attempt that Amazon does not have. The caller has locked the order. Returns false when the claim was lost. */
async function endKeptBack(tx: Tx, { ctx, attempt, claim }: AttemptSession, reason: Message): Promise<boolean> {
  const { companyId, actor: by, clock } = ctx
  const at = clock.now()
  const subject = await lockAttempt(tx, companyId, attempt.id)
  const isOurs = subject.attempt.nextCheckAt?.getTime() === claim.lease.getTime()
  if (subject.attempt.status !== 'pending' || !isOurs) return false
  const entry = {
    orderId: attempt.orderId,
    event: 'order.kept_back',
    description: say('Not sent to Amazon.'),
    reason,
    by,
    at,
  }
  await recordTimeline(tx, companyId, [entry])
  await applyUpdate(tx, ctx, subject, localUpdate(by, 'cancelled', at))
  return true
}
