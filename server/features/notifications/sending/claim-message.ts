/*
 * A message is sent at most once. States of a row of `notifications`:
 *
 *   pending  due at `due_at`; while `attempted_at` is set, a process has claimed it
 *   held     waits for the end of the recipient's quiet hours
 *   sent, failed, skipped  final; `error` has the reason
 *
 * The claim is committed before the service is called. A claim that has expired means that a process died in between:
 * an SMS is looked up at the service before it is sent again; a mail cannot be looked up and fails.
 */
import { and, eq } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'
import { type CompanyBrand, readBrand } from '../mail/compose-mail.ts'
import { overQuotaMessage, takeQuota } from '../quota/count-messages.ts'
import { decryptText } from '../notification-row.ts'
import { countryMessage, isAllowedNumber } from '../senders/confirm-phone.ts'
import { type DueMessage, lockDueMessage, updateMessage } from './queries.ts'
import { decideSending, notSentInObserveMode, type SendingDecision } from './sending-rules.ts'

/** A message claimed by this process. Whether an interrupted one was sent is unknown. */
export type ClaimedMessage = DueMessage & {
  claimedAt: Date
  wasInterrupted: boolean
  /** Of mails to customers. */
  brand: CompanyBrand | null
}

/** `left`: another process has it. */
export type ClaimResult =
  | { kind: 'claimed'; message: ClaimedMessage }
  | { kind: 'left' | 'skipped' | 'held' | 'failed' }

export const mayHaveBeenSentMessage = formatMessage(say('Interrupted while sending: it may have gone out.'))

/**
 * Claims a message before the service is called, in a transaction of its own (at most once): after a crash it is
 * unknown whether the message was sent, so it is not sent again blindly.
 */
export async function claimMessage(ctx: CompanyContext, id: string): Promise<ClaimResult> {
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now()
    const message = await lockDueMessage(tx, ctx.companyId, id, now)
    if (!message) return { kind: 'left' }
    const result =
      message.attemptedAt === null
        ? await claimNewMessage(tx, ctx, message, now)
        : await claimInterruptedMessage(tx, ctx, message, now)
    if (result.kind !== 'claimed') await ctx.publishChange(tx, 'notifications')
    return result
  })
}

async function claimNewMessage(tx: Tx, ctx: CompanyContext, message: DueMessage, now: Date): Promise<ClaimResult> {
  const { companyId } = ctx
  const decision = decideSending(ctx, message)
  const verdict = decision.kind === 'skip' ? decision : (decideByCountry(ctx, message) ?? decision)
  switch (verdict.kind) {
    case 'skip':
      await updateMessage(tx, companyId, message.id, { status: 'skipped', error: verdict.why })
      if (verdict.why === notSentInObserveMode) await recordObservations(tx, ctx, [observed(message)])
      return { kind: 'skipped' }
    case 'hold': {
      const { until } = verdict
      await updateMessage(tx, companyId, message.id, { status: 'held', heldUntil: until, dueAt: until })
      return { kind: 'held' }
    }
    case 'send': {
      const claim = await markClaimed(tx, ctx, message, now)
      // A message that is tried again was counted at its first try. Counted last: the company's other messages wait for the row's lock.
      if (message.tries > 0 || (await takeQuota(tx, ctx, message.method))) return claim
      const error = formatMessage(overQuotaMessage[message.method])
      await updateMessage(tx, companyId, message.id, { status: 'skipped', attemptedAt: null, error })
      return { kind: 'skipped' }
    }
  }
}

const observed = ({ id, type, method }: DueMessage) =>
  ({ kind: 'customer_message', subject: id, label: `${type} ${method}` }) as const

/** Texts to countries that the provider has not allowed are not sent, whoever asks. */
function decideByCountry(ctx: CompanyContext, message: DueMessage): SendingDecision | null {
  if (message.method !== 'sms') return null
  const number = decryptText(ctx, message.id, 'recipient', message.recipient)
  if (number === null || isAllowedNumber(number, message.textCountries)) return null
  return { kind: 'skip', why: formatMessage(countryMessage) }
}

/** An SMS service can be asked what it has sent; a mail server cannot. */
async function claimInterruptedMessage(
  tx: Tx,
  ctx: CompanyContext,
  message: DueMessage,
  now: Date,
): Promise<ClaimResult> {
  if (message.method === 'sms') return markClaimed(tx, ctx, message, now)
  await updateMessage(tx, ctx.companyId, message.id, { status: 'failed', error: mayHaveBeenSentMessage })
  return { kind: 'failed' }
}

async function markClaimed(tx: Tx, ctx: CompanyContext, message: DueMessage, now: Date): Promise<ClaimResult> {
  const changes = { status: 'pending', attemptedAt: now, dueAt: claimEnd(now) } as const
  await updateMessage(tx, ctx.companyId, message.id, changes)
  const isBranded = message.method === 'email' && message.audience === 'customer'
  const brand = isBranded ? await readBrand(tx, ctx.companyId) : null
  return {
    kind: 'claimed',
    message: { ...message, brand, claimedAt: now, wasInterrupted: message.attemptedAt !== null },
  }
}

/** Duration of a claim. After that the message counts as interrupted. */
const claimMinutes = 5

/** A process that was suspended for longer must not start sending: another one may claim the message. */
const latestStartMinutes = 1

const after = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

export const claimEnd = (claimedAt: Date): Date => after(claimedAt, claimMinutes)

export const isTooLate = (claimedAt: Date, now: Date): boolean => now > after(claimedAt, latestStartMinutes)

/** Makes held messages due, so that changed quiet hours apply to them. */
export async function recheckHeldMessages(tx: Tx, ctx: CompanyContext): Promise<void> {
  await tx
    .update(notifications)
    .set({ dueAt: ctx.clock.now() })
    .where(and(eq(notifications.companyId, ctx.companyId), eq(notifications.status, 'held')))
  ctx.triggerWorker(tx, 'notifications.send')
}
