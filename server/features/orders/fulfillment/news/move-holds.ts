import { acceptHolds } from '#server/features/inventory/accept-holds.ts'
import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { releaseHolds } from '#server/features/inventory/release-holds.ts'
import { releaseLeftOut } from '#server/features/inventory/release-left-out.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { judgeStock } from '../../attention/judge-orders.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import type { Chapter } from './chapter.ts'
import type { Outcome } from './outcome.ts'

type Moved = { attempt: Attempt; acceptedAt: Date; outcome: Outcome }

/** Brings the holds in line with what became of an attempt: what is still to be sent is held as if it had never been. */
export async function moveHolds(
  tx: Tx,
  ctx: CompanyContext,
  chapter: Chapter,
  { attempt, acceptedAt, outcome }: Moved,
): Promise<void> {
  const { isAccepted, hasFailed, hasLeftOut, destination, stand } = outcome
  if (!isAccepted && !hasFailed && !hasLeftOut) return
  const { companyId } = ctx
  const at = ctx.clock.now()
  const { id: fulfillmentId, orderId } = attempt
  chapter.hasMovedStock = true
  if (destination === 'cancelled') return releaseHolds(tx, { companyId, orderId, at })
  if (isAccepted) await acceptHolds(tx, { companyId, fulfillmentId, acceptedAt })
  if (hasFailed) await releaseHolds(tx, { companyId, fulfillmentId, at })
  if (hasLeftOut) await releaseLeftOut(tx, { companyId, fulfillmentId, at })
  if (!hasFailed && !hasLeftOut) return
  const lines = await followOrders(tx, { companyId, revised: [orderId], at })
  if (stand.isAccepted) return
  for (const { code, reason } of judgeStock(lines)) chapter.raised.push({ code, reason })
}
