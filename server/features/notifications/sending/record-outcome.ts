import type { CompanyContext } from '#server/platform/context.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut } from '#server/ports/sms.ts'
import { followWish } from '../opt-outs/change-opt-out.ts'
import { claimEnd } from './claim.ts'
import { optedOut, waitsSince } from './judge-message.ts'
import { maskedReason } from './masked-reason.ts'
import { nextTry } from './pauses.ts'
import { settleMessage } from './queries/outcomes.ts'
import type { Outcome } from './outcome.ts'
import { mayHaveGoneOut, type Claimed } from './take-up.ts'

type Changes = Parameters<typeof settleMessage>[2]

async function settle(ctx: CompanyContext, message: Claimed, changes: Changes): Promise<void> {
  await ctx.transaction(async (tx) => {
    await settleMessage(tx, { companyId: ctx.companyId, id: message.id, claimedAt: message.claimedAt }, changes)
    await ctx.announce(tx, 'notifications')
  })
}

export async function recordSent(ctx: CompanyContext, message: Claimed, externalId: string | null): Promise<Outcome> {
  await settle(ctx, message, { status: 'sent', externalId, sentAt: ctx.clock.now(), error: null })
  return 'sent'
}

/** It has not gone out, so it is as if nobody had tried. */
export async function release(ctx: CompanyContext, message: Claimed): Promise<Outcome> {
  await settle(ctx, message, { attemptedAt: null, dueAt: ctx.clock.now() })
  return 'left'
}

export async function recordDoubt(ctx: CompanyContext, message: Claimed): Promise<Outcome> {
  await settle(ctx, message, { status: 'failed', error: mayHaveGoneOut })
  return 'doubtful'
}

export async function recordTrouble(ctx: CompanyContext, message: Claimed, trouble: unknown): Promise<Outcome> {
  if (trouble instanceof Unavailable) return recordUnavailable(ctx, message, trouble)
  if (trouble instanceof Rejected) return recordRefusal(ctx, message, trouble)
  ctx.log.error({ notificationId: message.id, ...errorFacts(trouble) }, 'a message could not be sent')
  await settle(ctx, message, { status: 'failed', error: 'It could not be sent, for a reason of our own.' })
  return 'failed'
}

/** What went wrong while a message was looked for says nothing of whether it went out. */
export async function recordLostSearch(ctx: CompanyContext, message: Claimed, trouble: unknown): Promise<Outcome> {
  if (trouble instanceof Unavailable) return recordUnavailable(ctx, message, trouble)
  ctx.log.error({ notificationId: message.id, ...errorFacts(trouble) }, 'a message could not be looked for')
  return recordDoubt(ctx, message)
}

async function recordUnavailable(ctx: CompanyContext, message: Claimed, trouble: Unavailable): Promise<Outcome> {
  const { id: notificationId, method, tries } = message
  const { mayHaveHappened, retryAfterSeconds: askedSeconds } = trouble
  const error = maskedReason(trouble.message)
  ctx.log.warn({ notificationId, method, problem: error, tries }, 'a service for messages could not be reached')
  if (mayHaveHappened && method === 'email') return recordDoubt(ctx, message)
  const now = ctx.clock.now()
  const again = nextTry({ tries, since: waitsSince(message), now, askedSeconds, chance: Math.random() })
  const mayBeThere = mayHaveHappened || message.wasInterrupted
  if (again === null) {
    await settle(ctx, message, { status: 'failed', error: mayBeThere ? mayHaveGoneOut : error })
    return 'failed'
  }
  // What may have gone out keeps the mark of its attempt, so that the service is asked for it first; after a while, since
  // it may not show there at once.
  const dueAt = mayBeThere ? later(claimEnd(message.claimedAt), again) : again
  await settle(ctx, message, { ...(mayBeThere ? {} : { attemptedAt: null }), tries: tries + 1, dueAt, error })
  return askedSeconds === undefined ? 'waiting' : 'silent'
}

const later = (one: Date, other: Date) => (one > other ? one : other)

async function recordRefusal(ctx: CompanyContext, message: Claimed, refusal: Rejected): Promise<Outcome> {
  const { recipientHash, method } = message
  const { companyId } = ctx
  if (refusal.code !== numberOptedOut || method !== 'sms' || recipientHash === null) {
    await settle(ctx, message, { status: 'failed', error: maskedReason(refusal.message) })
    return 'failed'
  }
  await ctx.transaction((tx) => followWish(tx, ctx, { companyId, method, recipientHash }, 'stop'))
  await settle(ctx, message, { status: 'skipped', error: optedOut.sms })
  return 'skipped'
}
