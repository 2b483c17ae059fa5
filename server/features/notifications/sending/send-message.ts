import type { CompanyContext } from '#server/platform/context.ts'
import { passCrashPoint } from '#server/platform/crash-points.ts'
import type { SmsService } from '#server/ports/sms.ts'
import { isTooLate } from './claim.ts'
import { deliver, toText } from './hand-over.ts'
import type { SendOutcome } from './outcome.ts'
import { isOtherMessage } from './queries/outcomes.ts'
import {
  recordUnknownOutcome,
  recordFailedLookup,
  recordSent,
  recordFailure,
  releaseMessage,
} from './record-outcome.ts'
import { claimMessage, type ClaimedMessage } from './take-up.ts'

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
