import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'

type Views = { companyId: string; userId: string; action: string; orderIds: string[]; since: Date }

/** Which of these orders the person is on record for having seen. */
export async function listSeenOrders(tx: Tx, { companyId, userId, action, orderIds, since }: Views) {
  const entries = await tx
    .selectDistinct({ orderId: auditLog.resourceId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, companyId),
        eq(auditLog.resource, 'order'),
        inArray(auditLog.resourceId, orderIds),
        gt(auditLog.createdAt, since),
        eq(auditLog.userId, userId),
        eq(auditLog.action, action),
      ),
    )
  return new Set(entries.map(({ orderId }) => orderId))
}
