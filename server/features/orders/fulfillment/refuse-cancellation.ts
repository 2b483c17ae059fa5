import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateAttempt } from '../queries/attempts.ts'
import { lockAttempt } from '../queries/sent-order.ts'
import { newChapter } from './news/chapter.ts'
import { noWish } from './news/attempt-after.ts'
import { isLastToBeStopped } from './news/outcome.ts'
import { refusalOf } from './news/refusal-of.ts'
import { sendAgain } from './news/send-again.ts'
import { writeChapter } from './news/write-chapter.ts'

/** Amazon has said that it is too late to stop the fulfilment, wherever it stands. */
export async function refuseCancellation(tx: Tx, ctx: CompanyContext, fulfillmentId: string): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  const { order, attempt } = subject
  const { cancelRequestedAt, cancelPurpose, status } = attempt
  if (cancelRequestedAt === null) return
  const chapter = { ...newChapter(), ...refusalOf(attempt) }
  await updateAttempt(tx, attempt, noWish)
  if (cancelPurpose === 'send_again' && isLastToBeStopped(subject)) {
    await sendAgain(tx, ctx, chapter, { ...subject, status })
  }
  await writeChapter(tx, ctx, order.id, chapter)
}
