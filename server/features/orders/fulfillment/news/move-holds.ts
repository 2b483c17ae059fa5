import { acceptHolds } from '#server/features/inventory/accept-holds.ts'
import { applyOrderChanges } from '#server/features/inventory/follow-orders.ts'
import { releaseHolds } from '#server/features/inventory/release-holds.ts'
import { releaseUnfulfillable } from '#server/features/inventory/release-left-out.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { checkStock } from '../../attention/judge-orders.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import type { OrderEffects } from './chapter.ts'
import type { NextState } from './outcome.ts'

type HoldUpdate = { attempt: Attempt; acceptedAt: Date; next: NextState }

/** Brings the holds in line with what became of an attempt: what is still to be sent is held as if it had never been. */
export async function updateHolds(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  { attempt, acceptedAt, next }: HoldUpdate,
): Promise<void> {
  const { isAccepted, hasFailed, hasUnfulfillable, destination, progress } = next
  if (!isAccepted && !hasFailed && !hasUnfulfillable) return
  const { companyId } = ctx
  const at = ctx.clock.now()
  const { id: fulfillmentId, orderId } = attempt
  effects.hasMovedStock = true
  if (destination === 'cancelled') return releaseHolds(tx, { companyId, orderId, at })
  if (isAccepted) await acceptHolds(tx, { companyId, fulfillmentId, acceptedAt })
  if (hasFailed) await releaseHolds(tx, { companyId, fulfillmentId, at })
  if (hasUnfulfillable) await releaseUnfulfillable(tx, { companyId, fulfillmentId, at })
  if (!hasFailed && !hasUnfulfillable) return
  const lines = await applyOrderChanges(tx, { companyId, revised: [orderId], at })
  if (progress.isAccepted) return
  for (const { code, reason } of checkStock(lines)) effects.raised.push({ code, reason })
}
