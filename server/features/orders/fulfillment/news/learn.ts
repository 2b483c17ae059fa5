import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateAttempt, updateUnfulfillable } from '../../queries/attempts.ts'
import { updateOrder } from '../../queries/order-changes.ts'
import { nextAttempt } from './attempt-after.ts'
import { effectsOf } from './chapter-of.ts'
import { applyUnfulfillable } from './left-out.ts'
import { updateHolds } from './move-holds.ts'
import { nextState, type AttemptOfOrder } from './outcome.ts'
import { resendStopped } from './send-again.ts'
import { transitionOrder } from './settle-order.ts'
import type { FulfillmentUpdate } from './word.ts'
import { writeEffects } from './write-chapter.ts'

/** The only way in which a word about an attempt changes anything. Order and attempt are locked. */
export async function applyUpdate(
  tx: Tx,
  ctx: CompanyContext,
  subject: AttemptOfOrder,
  update: FulfillmentUpdate,
): Promise<void> {
  const { order, attempt } = subject
  const now = ctx.clock.now()
  const items = applyUnfulfillable(attempt.items, update.leftOut)
  const next = nextState(subject, update, items)
  const effects = effectsOf(subject, update, next, now)
  const { partialReason, destination } = next
  for (const item of items.filter((item) => !attempt.items.includes(item))) await updateUnfulfillable(tx, attempt, item)
  await updateAttempt(tx, attempt, nextAttempt(attempt, update, next, now))
  if (partialReason !== order.partialReason) await updateOrder(tx, ctx.companyId, order.id, { partialReason })
  await updateHolds(tx, ctx, effects, { attempt, acceptedAt: update.acceptedAt, next })
  await transitionOrder(tx, ctx, effects, {
    order,
    cause: attempt.externalFulfillmentId ?? attempt.id,
    notBefore: attempt.checkedAt,
    targetStatus: destination,
    parcels: update.parcels,
  })
  if (next.isResendDue) await resendStopped(tx, ctx, effects, { ...subject, status: next.status })
  await writeEffects(tx, ctx, order.id, effects, update.by)
}
