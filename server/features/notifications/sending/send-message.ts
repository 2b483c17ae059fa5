import type { CompanyContext } from '#server/platform/context.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import type { SmsService } from '#server/ports/sms.ts'
import { isTooLate } from './claim.ts'
import { handOver, textOf } from './hand-over.ts'
import type { Outcome } from './outcome.ts'
import { isAnothers } from './queries/outcomes.ts'
import { recordDoubt, recordLostSearch, recordSent, recordTrouble, release } from './record-outcome.ts'
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
  const { sms } = ctx.ports
  if (!sms) return recordDoubt(ctx, message)
  const answer = await findSent(ctx, sms, message).catch((trouble: unknown) => ({ trouble }))
  if ('trouble' in answer) return recordLostSearch(ctx, message, answer.trouble)
  const { externalId } = answer
  if (externalId !== null) {
    const isDoubtful = await mayBeAnothers(ctx, message, externalId)
    return isDoubtful ? recordDoubt(ctx, message) : recordSent(ctx, message, externalId)
  }
  await release(ctx, message)
  return sendMessage(ctx, message.id)
}

const clockDifference = 60_000

async function findSent(ctx: CompanyContext, sms: SmsService, message: Claimed) {
  const since = new Date(new Date(message.createdAt).getTime() - clockDifference)
  return { externalId: await sms.findSent(textOf(ctx, message), since) }
}

/** What the service knows may as well be another with the same words. */
const mayBeAnothers = (ctx: CompanyContext, { id, recipientHash }: Claimed, externalId: string): Promise<boolean> =>
  ctx.transaction((tx) => isAnothers(tx, ctx.companyId, id, recipientHash ?? '', externalId))
