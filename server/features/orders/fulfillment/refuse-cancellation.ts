import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateAttempt } from '../queries/attempts.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { noEffects } from './news/chapter.ts'
import { noCancelRequest } from './news/attempt-after.ts'
import { isLastCancelPending } from './news/outcome.ts'
import { cancelRefusedEffects } from './news/refusal-of.ts'
import { resendStopped } from './news/send-again.ts'
import { writeEffects } from './news/write-chapter.ts'

/** Amazon has said that it is too late to stop the fulfilment, wherever it stands. */
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
