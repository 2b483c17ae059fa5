import type { CompanyContext } from '#server/platform/context.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut } from '#server/ports/sms.ts'
import { applyOptOutRequest } from '../opt-outs/change-opt-out.ts'
import { claimEnd } from './claim.ts'
import { optedOutMessage, waitingSince } from './judge-message.ts'
import { maskRecipients } from './masked-reason.ts'
import { nextTry } from './pauses.ts'
import { updateClaimedMessage } from './queries/outcomes.ts'
import type { SendOutcome } from './outcome.ts'
import { mayHaveBeenSentMessage, type ClaimedMessage } from './take-up.ts'

type Changes = Parameters<typeof updateClaimedMessage>[2]

async function finishMessage(ctx: CompanyContext, message: ClaimedMessage, changes: Changes): Promise<void> {
  await ctx.transaction(async (tx) => {
    await updateClaimedMessage(tx, { companyId: ctx.companyId, id: message.id, claimedAt: message.claimedAt }, changes)
    await ctx.publishChange(tx, 'notifications')
  })
}

export async function recordSent(
  ctx: CompanyContext,
  message: ClaimedMessage,
  externalId: string | null,
): Promise<SendOutcome> {
  await finishMessage(ctx, message, { status: 'sent', externalId, sentAt: ctx.clock.now(), error: null })
  return 'sent'
}

/** It has not gone out, so it is as if nobody had tried. */
export async function releaseMessage(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { attemptedAt: null, dueAt: ctx.clock.now() })
  return 'left'
}

export async function recordUnknownOutcome(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { status: 'failed', error: mayHaveBeenSentMessage })
  return 'doubtful'
}

export async function recordFailure(
  ctx: CompanyContext,
  message: ClaimedMessage,
  failure: unknown,
): Promise<SendOutcome> {
  if (failure instanceof Unavailable) return recordUnavailable(ctx, message, failure)
  if (failure instanceof Rejected) return recordRefusal(ctx, message, failure)
  ctx.log.error({ notificationId: message.id, ...loggableError(failure) }, 'a message could not be sent')
  await finishMessage(ctx, message, { status: 'failed', error: 'It could not be sent, for a reason of our own.' })
  return 'failed'
}

/** What went wrong while a message was looked for says nothing of whether it went out. */
export async function recordFailedLookup(
  ctx: CompanyContext,
  message: ClaimedMessage,
  failure: unknown,
): Promise<SendOutcome> {
  if (failure instanceof Unavailable) return recordUnavailable(ctx, message, failure)
  ctx.log.error({ notificationId: message.id, ...loggableError(failure) }, 'a message could not be looked for')
  return recordUnknownOutcome(ctx, message)
}

async function recordUnavailable(
  ctx: CompanyContext,
  message: ClaimedMessage,
  failure: Unavailable,
): Promise<SendOutcome> {
  const { id: notificationId, method, tries } = message
  const { mayHaveHappened, retryAfterSeconds: askedSeconds } = failure
  const error = maskRecipients(failure.message)
  ctx.log.warn({ notificationId, method, problem: error, tries }, 'a service for messages could not be reached')
  if (mayHaveHappened && method === 'email') return recordUnknownOutcome(ctx, message)
  const now = ctx.clock.now()
  const again = nextTry({ tries, since: waitingSince(message), now, askedSeconds, chance: Math.random() })
  const mayBeThere = mayHaveHappened || message.wasInterrupted
  if (again === null) {
    await finishMessage(ctx, message, { status: 'failed', error: mayBeThere ? mayHaveBeenSentMessage : error })
    return 'failed'
  }
  // What may have gone out keeps the mark of its attempt, so that the service is asked for it first; after a while, since
  // it may not show there at once.
  const dueAt = mayBeThere ? later(claimEnd(message.claimedAt), again) : again
  await finishMessage(ctx, message, { ...(mayBeThere ? {} : { attemptedAt: null }), tries: tries + 1, dueAt, error })
  return askedSeconds === undefined ? 'waiting' : 'silent'
}

const later = (one: Date, other: Date) => (one > other ? one : other)

async function recordRefusal(ctx: CompanyContext, message: ClaimedMessage, refusal: Rejected): Promise<SendOutcome> {
  const { recipientHash, method } = message
  const { companyId } = ctx
  if (refusal.code !== numberOptedOut || method !== 'sms' || recipientHash === null) {
    await finishMessage(ctx, message, { status: 'failed', error: maskRecipients(refusal.message) })
    return 'failed'
  }
  await ctx.transaction((tx) => applyOptOutRequest(tx, ctx, { companyId, method, recipientHash }, 'stop'))
  await finishMessage(ctx, message, { status: 'skipped', error: optedOutMessage.sms })
  return 'skipped'
}
