import { formatMessage, say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut, type SmsService } from '#server/ports/sms.ts'
import { attachLogo, brandOfMail, composeMail } from '../mail/compose-mail.ts'
import { decryptText } from '../notification-row.ts'
import { applyOptOutRequest, optedOutMessage } from '../opt-outs/opt-outs.ts'
import { noServiceMessage } from '../recipients.ts'
import { toMailSender } from '../senders/mail-sender.ts'
import {
  type ClaimedMessage,
  claimEnd,
  claimMessage,
  type ClaimResult,
  isTooLate,
  mayHaveBeenSentMessage,
} from './claim-message.ts'
import { isOtherMessage, updateClaimedMessage } from './queries.ts'
import { nextTry, waitingSince } from './sending-rules.ts'

/**
 * `waiting`: the service was unavailable; `throttled`: it asked for a pause (Retry-After). `unknown`: nobody knows whether the
 * message was sent.
 */
export type SendOutcome = Exclude<ClaimResult['kind'], 'claimed'> | 'sent' | 'waiting' | 'throttled' | 'unknown'

export async function sendMessage(ctx: CompanyContext, id: string): Promise<SendOutcome> {
  const claim = await claimMessage(ctx, id)
  if (claim.kind !== 'claimed') return claim.kind
  const { message } = claim
  passCrashPoint('notifications.send.marked')
  if (message.wasInterrupted) return resumeMessage(ctx, message)
  if (isTooLate(message.claimedAt, ctx.clock.now())) return releaseMessage(ctx, message)
  const outcome = await deliver(ctx, message).catch((failure: unknown) => ({ failure }))
  passCrashPoint('notifications.send.handed-over')
  if ('failure' in outcome) return recordFailure(ctx, message, outcome.failure)
  return recordSent(ctx, message, outcome.externalId)
}

type Delivery = { externalId: string | null }

/** Calls the service once. */
async function deliver(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  return message.method === 'sms' ? deliverText(ctx, message) : deliverMail(ctx, message)
}

async function deliverText(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  const { sms } = ctx.ports
  if (!sms) throw new Rejected(noServiceMessage.sms)
  return sms.send(toText(ctx, message))
}

const toText = (ctx: CompanyContext, message: ClaimedMessage) => ({
  to: decryptText(ctx, message.id, 'recipient', message.recipient) ?? '',
  text: decryptText(ctx, message.id, 'message', message.message) ?? '',
  isToOwnPeople: isToOwnPeople(message),
})

/** A test message goes to the person who asks for it. */
const isToOwnPeople = ({ audience, isTest }: ClaimedMessage): boolean => audience === 'owner' || isTest

async function deliverMail(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  const { mail } = ctx.ports
  if (!mail) throw new Rejected(noServiceMessage.email)
  const { companyName, brand } = message
  const { subject, text, html, unsubscribeUrl } = composeMail(ctx, message, companyName, brand && brandOfMail(brand))
  return mail.send({
    ...toMailSender(message),
    isToOwnPeople: isToOwnPeople(message),
    to: [decryptText(ctx, message.id, 'recipient', message.recipient) ?? ''],
    subject,
    text,
    html,
    unsubscribeUrl,
    ...(brand?.logo && { attachments: [attachLogo(brand.logo)] }),
  })
}

/** An interrupted message that was not sent is claimed and decided on again, because time has passed. */
async function resumeMessage(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  const { sms } = ctx.ports
  if (!sms) return recordUnknownOutcome(ctx, message)
  const answer = await findSent(ctx, sms, message).catch((failure: unknown) => ({ failure }))
  if ('failure' in answer) return recordFailedLookup(ctx, message, answer.failure)
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

/** The message found at the service may be another one with the same text. */
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

/** The message was not sent: removes the claim. */
async function releaseMessage(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { attemptedAt: null, dueAt: ctx.clock.now() })
  return 'left'
}

async function recordUnknownOutcome(ctx: CompanyContext, message: ClaimedMessage): Promise<SendOutcome> {
  await finishMessage(ctx, message, { status: 'failed', error: mayHaveBeenSentMessage })
  return 'unknown'
}

async function recordFailure(ctx: CompanyContext, message: ClaimedMessage, failure: unknown): Promise<SendOutcome> {
  if (failure instanceof Unavailable) return recordUnavailable(ctx, message, failure)
  if (failure instanceof Rejected) return recordRefusal(ctx, message, failure)
  ctx.log.error(
    { notificationId: message.id, ...loggableError(failure) },
    'a message could not be sent because of a bug; it has failed and can be resent',
  )
  await finishMessage(ctx, message, {
    status: 'failed',
    error: formatMessage(say('It couldn’t be sent because of an internal error.')),
  })
  return 'failed'
}

/** A failed lookup does not tell whether the message was sent. */
async function recordFailedLookup(
  ctx: CompanyContext,
  message: ClaimedMessage,
  failure: unknown,
): Promise<SendOutcome> {
  if (failure instanceof Unavailable) return recordUnavailable(ctx, message, failure)
  ctx.log.error(
    { notificationId: message.id, ...loggableError(failure) },
    'could not look up an interrupted notification at the SMS service; its outcome is unknown',
  )
  return recordUnknownOutcome(ctx, message)
}

async function recordUnavailable(
  ctx: CompanyContext,
  message: ClaimedMessage,
  failure: Unavailable,
): Promise<SendOutcome> {
  const { id: notificationId, method, tries } = message
  const { mayHaveHappened, retryAfterSeconds } = failure
  const error = maskRecipients(failure.message)
  ctx.log.warn({ notificationId, method, problem: error, tries }, 'a service for messages could not be reached')
  if (mayHaveHappened && method === 'email') return recordUnknownOutcome(ctx, message)
  const now = ctx.clock.now()
  const again = nextTry({ tries, since: waitingSince(message), now, retryAfterSeconds, chance: Math.random() })
  const mayBeThere = mayHaveHappened || message.wasInterrupted
  if (again === null) {
    await finishMessage(ctx, message, { status: 'failed', error: mayBeThere ? mayHaveBeenSentMessage : error })
    return 'failed'
  }
  // A message that may have been sent keeps its claim, so that the service is asked about it first; only after a while,
  // because it may not be listed there at once.
  const dueAt = mayBeThere ? later(claimEnd(message.claimedAt), again) : again
  await finishMessage(ctx, message, { ...(mayBeThere ? {} : { attemptedAt: null }), tries: tries + 1, dueAt, error })
  return retryAfterSeconds === undefined ? 'waiting' : 'throttled'
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
  await finishMessage(ctx, message, { status: 'skipped', error: formatMessage(optedOutMessage.sms) })
  return 'skipped'
}

/** Masks numbers and addresses that the service's error message quotes. */
const maskRecipients = (reason: string): string =>
  reason
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '•••')
    .replace(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, '•••')
    .slice(0, 500)
