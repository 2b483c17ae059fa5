import type { CompanyContext } from '#server/platform/context.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import { isTooLate } from './claim.ts'
import { handOver, textOf } from './hand-over.ts'
import type { Outcome } from './outcome.ts'
import { isAnothers } from './queries/outcomes.ts'
import { recordDoubt, recordSent, recordTrouble, release } from './record-outcome.ts'
import { takeUp, type Claimed } from './take-up.ts'

export async function sendMessage(ctx: CompanyContext, id: string): Promise<Outcome> {
  const taken = await takeUp(ctx, id)
  if (taken.kind !== 'claimed') return taken.kind
  const { message } = taken
  passCrashPoint('notifications.send.marked')
  if (message.wasInterrupted) return goOn(ctx, message)
  if (isTooLate(message.claimedAt, ctx.clock.now())) return release(ctx, message)
  const outcome = await handOver(ctx, message).catch((trouble: unknown) => ({ trouble }))
  passCrashPoint('notifications.send.handed-over')
  if ('trouble' in outcome) return recordTrouble(ctx, message, outcome.trouble)
  return recordSent(ctx, message, outcome.externalId)
}

/** What did not go out is judged anew, since time has passed. */
async function goOn(ctx: CompanyContext, message: Claimed): Promise<Outcome> {
  const answer = await findSent(ctx, message).catch((trouble: unknown) => ({ trouble }))
  if ('trouble' in answer) return recordTrouble(ctx, message, answer.trouble)
  if (answer.isDoubtful) return recordDoubt(ctx, message)
  if (answer.externalId !== null) return recordSent(ctx, message, answer.externalId)
  await release(ctx, message)
  return sendMessage(ctx, message.id)
}

const clockDifference = 60_000

/** What the service knows of it. Doubtful where that may as well be another with the same words. */
async function findSent(ctx: CompanyContext, message: Claimed) {
  const since = new Date(new Date(message.createdAt).getTime() - clockDifference)
  const externalId = (await ctx.ports.sms?.findSent(textOf(ctx, message), since)) ?? null
  if (externalId === null) return { externalId, isDoubtful: false }
  const { id, recipientHash } = message
  const isDoubtful = await ctx.transaction((tx) => isAnothers(tx, ctx.companyId, id, recipientHash ?? '', externalId))
  return { externalId, isDoubtful }
}
