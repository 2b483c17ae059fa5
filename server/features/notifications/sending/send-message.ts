import type { CompanyContext } from '#server/platform/context.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut, type SmsService } from '#server/ports/sms.ts'
import { applyOptOutRequest } from '../opt-outs/opt-outs.ts'
import {
  type ClaimedMessage,
  claimEnd,
  claimMessage,
  type ClaimResult,
  isTooLate,
  mayHaveBeenSentMessage,
} from './claim-message.ts'
import { deliver, toText } from './deliver.ts'
import { isOtherMessage, updateClaimedMessage } from './queries.ts'
import { nextTry, optedOutMessage, waitingSince } from './sending-rules.ts'

export async function sendMessage(ctx: CompanyContext, id: string): Promise<SendOutcome> {
  const claim = await claimMessage(ctx, id)
  if (claim.kind !== 'claimed') return claim.kind
  const { message } = claim
  passCrashPoint('notifications.send.marked')
  if (message.wasInterrupted) return resumeMessage(ctx, message)
  if (isTooLate(message.claimedAt, ctx.clock.now())) return releaseMessage(ctx, message)
  const outcome = await deliver(ctx, message).catch((trouble: unknown) => ({ trouble }))
  passCrashPoint('notifications.send.handed-over')
  if ('trouble' in outcome) return recordFailure(ctx, message, outcome.trouble)
  return recordSent(ctx, message, outcome.externalId)
}

/** What did not go out is judged anew, since time has passed. */
async function resumeMessage(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  const { sms } = ctx.ports
  if (!sms) return recordUnknownOutcome(ctx, message)
  const answer = await findSent(ctx, sms, message).catch((trouble: unknown) => ({ trouble }))
  if ('trouble' in answer) return recordFailedLookup(ctx, message, answer.trouble)
  const { externalId } = answer
  if (externalId !== null) {
    const isDoubtful = await mayBeOtherMessage(ctx, message, externalId)
    return isDoubtful ? recordUnknownOutcome(ctx, message) : recordSent(ctx, message, externalId)
  }
  await releaseMessage(ctx, message)
  return sendMessage(ctx, message.id)
}

const clockDifference = 60_000

async function findSent(ctx: CompanyContext, sms: SmsService, message: ClaimedMessage) {
  const since = new Date(new Date(message.createdAt).getTime() - clockDifference)
  return { externalId: await sms.findSent(toText(ctx, message), since) }
}

/** What the service knows may as well be another with the same words. */
const mayBeOtherMessage = (
  ctx: CompanyContext,
  { id, recipientHash }: ClaimedMessage,
  externalId: string,
): Promise<boolean> => ctx.transaction((tx) => isOtherMessage(tx, ctx.companyId, id, recipientHash ?? '', externalId))

type Changes = Parameters<typeof updateClaimedMessage>[2]

async function finishMessage(ctx: CompanyContext, message: ClaimedMessage, changes: Changes): Promise<void> {
  await ctx.transaction(async (tx) => {
    await updateClaimedMessage(tx, { companyId: ctx.companyId, id: message.id, claimedAt: message.claimedAt }, changes)
    await ctx.publishChange(tx, 'notifications')
  })
}

async function recordSent(
  ctx: CompanyContext,
  message: ClaimedMessage,
  externalId: string | null,
): Promise<SendOutcome> {
  await finishMessage(ctx, message, { status: 'sent', externalId, sentAt: ctx.clock.now(), error: null })
  return 'sent'
}

/** It has not gone out, so it is as if nobody had tried. */
async function releaseMessage(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { attemptedAt: null, dueAt: ctx.clock.now() })
  return 'left'
}

async function recordUnknownOutcome(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { status: 'failed', error: mayHaveBeenSentMessage })
  return 'doubtful'
}

async function recordFailure(ctx: CompanyContext, message: ClaimedMessage, failure: unknown): Promise<SendOutcome> {
  if (failure instanceof Unavailable) return recordUnavailable(ctx, message, failure)
  if (failure instanceof Rejected) return recordRefusal(ctx, message, failure)
  ctx.log.error({ notificationId: message.id, ...loggableError(failure) }, 'a message could not be sent')
  await finishMessage(ctx, message, { status: 'failed', error: 'It could not be sent, for a reason of our own.' })
  return 'failed'
}

/** What went wrong while a message was looked for says nothing of whether it went out. */
async function recordFailedLookup(
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

/** What a service said, without the number or address that it may quote. */
const maskRecipients = (reason: string): string =>
  reason
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '•••')
    .replace(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, '•••')
    .slice(0, 500)

/**
 * `waiting`: the service could not be reached; `silent` when it asks to be left alone. `doubtful`: nobody knows whether it
 * went out.
 */
export type SendOutcome = Exclude<ClaimResult['kind'], 'claimed'> | 'sent' | 'waiting' | 'silent' | 'doubtful'
