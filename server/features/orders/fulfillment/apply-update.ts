import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { type AttentionCode, attentionCodes } from '#contract/order-status.ts'
import { acceptHolds, applyOrderChanges, releaseHolds, releaseUnfulfillable } from '#server/features/inventory/holds.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { checkStock } from '../attention/rules.ts'
import { SendingRefused } from '../errors.ts'
import { updateOrder } from '../order-queries.ts'
import { applyUnfulfillable, type FulfillmentUpdate } from './fulfillment-update.ts'
import {
  type AttemptOfOrder,
  nextAttempt,
  nextState,
  type NextState,
  type StoppedAttempt,
  unitsToResend,
} from './next-state.ts'
import { effectsOf, type OrderEffects } from './order-effects.ts'
import { type Attempt, updateAttempt, updateUnfulfillable } from './queries.ts'
import { assertWantedByChannel, requestFulfillment } from './request-fulfillment.ts'
import { transitionOrder, writeEffects } from './transition-order.ts'

/** The only way an update changes an attempt and its order. The caller has locked both. */
export async function applyUpdate(
  tx: Tx,
  ctx: CompanyContext,
  subject: AttemptOfOrder,
  update: FulfillmentUpdate,
): Promise<void> {
  const { order, attempt } = subject
  const now = ctx.clock.now()
  const items = applyUnfulfillable(attempt.items, update.unfulfilledLines)
  const next = nextState(subject, update, items)
  const effects = effectsOf(subject, update, next, now)
  const { partialReason, orderStatus } = next
  for (const item of items.filter((item) => !attempt.items.includes(item))) await updateUnfulfillable(tx, attempt, item)
  await updateAttempt(tx, attempt, nextAttempt(attempt, update, next, now))
  if (partialReason !== order.partialReason) await updateOrder(tx, ctx.companyId, order.id, { partialReason })
  await updateHolds(tx, ctx, effects, { attempt, acceptedAt: update.acceptedAt, next })
  await transitionOrder(tx, ctx, effects, {
    order,
    cause: attempt.externalFulfillmentId ?? attempt.id,
    notBefore: attempt.checkedAt,
    targetStatus: orderStatus,
    isQuiet: attempt.isForeign,
    parcels: update.parcels,
  })
  if (next.isResendDue) await resendStopped(tx, ctx, effects, { ...subject, status: next.status })
  await writeEffects(tx, ctx, order.id, effects, update.by)
}

type HoldUpdate = { attempt: Attempt; acceptedAt: Date; next: NextState }

/** Adjusts stock holds to the attempt's new state. Units that are still to be sent are held again. */
async function updateHolds(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  { attempt, acceptedAt, next }: HoldUpdate,
): Promise<void> {
  const { isAccepted, hasFailed, hasUnfulfillable, orderStatus, progress } = next
  if (!isAccepted && !hasFailed && !hasUnfulfillable) return
  const { companyId } = ctx
  const at = ctx.clock.now()
  const { id: fulfillmentId, orderId } = attempt
  effects.hasMovedStock = true
  if (orderStatus === 'cancelled') return releaseHolds(tx, { companyId, orderId, at })
  if (isAccepted) await acceptHolds(tx, { companyId, fulfillmentId, acceptedAt })
  if (hasFailed) await releaseHolds(tx, { companyId, fulfillmentId, at })
  if (hasUnfulfillable) await releaseUnfulfillable(tx, { companyId, fulfillmentId, at })
  if (!hasFailed && !hasUnfulfillable) return
  const lines = await applyOrderChanges(tx, { companyId, revised: [orderId], at })
  if (progress.isAccepted) return
  for (const { code, reason } of checkStock(lines)) effects.raised.push({ code, reason })
}

/**
 * Amazon has confirmed the cancellation of what is to be resent: requests a new fulfillment, or raises attention when
 * that is impossible.
 */
export async function resendStopped(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  stopped: StoppedAttempt,
): Promise<void> {
  const { companyId, orderId, resendSpeed, shippingSpeed } = stopped.attempt
  const items = unitsToResend(stopped)
  if (items.length === 0) return
  try {
    await assertWantedByChannel(tx, companyId, orderId)
    await requestFulfillment(tx, ctx, { orderId, shippingSpeed: resendSpeed ?? shippingSpeed, items, insists: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.sentence
    const reason = say('Amazon cancelled the order, but it can’t be sent again: {problem}', { problem })
    effects.raised.push({ code: attentionCodeOf(error), reason })
  }
}

function attentionCodeOf(error: AppError): AttentionCode {
  const obstacle = error instanceof SendingRefused ? error.obstacle : null
  return attentionCodes.find((code) => code === obstacle) ?? 'unfulfillable'
}
