import { recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listSeenOrders } from './queries/seen-orders.ts'

const day = 24 * 3_600_000

/**
 * Says in the audit log whose orders a person has seen, once a day for each: screens that are open ask anew with every
 * change, and show the same people.
 */
export async function noteViews(tx: Tx, ctx: CompanyContext, action: string, orderIds: string[]): Promise<void> {
  const { companyId, actor } = ctx
  if (actor.type !== 'user' || orderIds.length === 0) return
  const since = new Date(ctx.clock.now().getTime() - day)
  const seen = await listSeenOrders(tx, { companyId, userId: actor.userId, action, orderIds, since })
  const entries = orderIds
    .filter((id) => !seen.has(id))
    .map((resourceId) => ({ action, resource: 'order', resourceId, companyId }))
  await recordAudits(tx, ctx, entries)
}
