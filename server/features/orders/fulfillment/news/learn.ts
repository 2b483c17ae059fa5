import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateAttempt, updateLeftOut } from '../../queries/attempts.ts'
import { updateOrder } from '../../queries/order-changes.ts'
import { attemptAfter } from './attempt-after.ts'
import { chapterOf } from './chapter-of.ts'
import { withoutLeftOut } from './left-out.ts'
import { moveHolds } from './move-holds.ts'
import { outcomeOf, type Subject } from './outcome.ts'
import { sendAgain } from './send-again.ts'
import { settleOrder } from './settle-order.ts'
import type { Word } from './word.ts'
import { writeChapter } from './write-chapter.ts'

/** The only way in which a word about an attempt changes anything. Order and attempt are locked. */
export async function learn(tx: Tx, ctx: CompanyContext, subject: Subject, word: Word): Promise<void> {
  const { order, attempt } = subject
  const now = ctx.clock.now()
  const items = withoutLeftOut(attempt.items, word.leftOut)
  const outcome = outcomeOf(subject, word, items)
  const chapter = chapterOf(subject, word, outcome, now)
  const { partialReason, destination } = outcome
  for (const item of items.filter((item) => !attempt.items.includes(item))) await updateLeftOut(tx, attempt, item)
  await updateAttempt(tx, attempt, attemptAfter(attempt, word, outcome, now))
  if (partialReason !== order.partialReason) await updateOrder(tx, ctx.companyId, order.id, { partialReason })
  await moveHolds(tx, ctx, chapter, { attempt, acceptedAt: word.acceptedAt, outcome })
  await settleOrder(tx, ctx, chapter, {
    order,
    cause: attempt.externalFulfillmentId ?? attempt.id,
    notBefore: attempt.checkedAt,
    destination,
    parcels: word.parcels,
  })
  if (outcome.isSentAgain) await sendAgain(tx, ctx, chapter, { ...subject, status: outcome.status })
  await writeChapter(tx, ctx, order.id, chapter, word.by)
}
