import { and, asc, eq } from 'drizzle-orm'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { orderEvents, orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/id.ts'
import { buildCompany } from './builders.ts'
import { buildOrder } from './orders.ts'

export type OrderFixture = Awaited<ReturnType<typeof createOrderFixture>>

/** Olive of a company of its own, who sees to its orders, and what her steps leave behind. */
export async function createOrderFixture(deps: Deps) {
  const { id: companyId } = await buildCompany(deps.db)
  const actor = { type: 'user', userId: newId(), role: 'ops', name: 'Olive' } as const
  const ctx = companyContext(deps, { actor, origin: noOrigin }, companyId)
  return {
    companyId,
    ctx,
    build: (overrides: Parameters<typeof buildOrder>[2] = {}) => buildOrder(deps, companyId, overrides),
    row: (orderId: string) =>
      ctx.transaction(async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
        return order
      }),
    timeline: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({
            event: orderEvents.event,
            description: orderEvents.description,
            reason: orderEvents.reason,
            actorName: orderEvents.actorName,
          })
          .from(orderEvents)
          .where(eq(orderEvents.orderId, orderId))
          .orderBy(asc(orderEvents.id)),
      ),
    audit: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({ action: auditLog.action, changes: auditLog.changes, actorName: auditLog.actorName })
          .from(auditLog)
          .where(and(eq(auditLog.companyId, companyId), eq(auditLog.resourceId, orderId)))
          .orderBy(asc(auditLog.id)),
      ),
    attention: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({
            code: attentionItems.code,
            reason: attentionItems.reason,
            resolvedAt: attentionItems.resolvedAt,
          })
          .from(attentionItems)
          .where(eq(attentionItems.orderId, orderId))
          .orderBy(asc(attentionItems.id)),
      ),
  }
}
