import { and, eq, gt, inArray } from 'drizzle-orm'
import { recordAudits, type AuditEntry } from './audit.ts'
import type { CompanyContext } from './context.ts'
import type { Tx } from './db/client.ts'
import { auditLog } from './db/schema/audit.ts'

const day = 24 * 3_600_000

type ViewedResources = Pick<AuditEntry, 'action' | 'resource'> & { resourceIds: string[] }

/**
 * Says in the audit log whose data a person has seen, once a day for each: screens that are open ask anew with every
 * change, and show the same people.
 */
export async function recordPersonalDataViews(tx: Tx, ctx: CompanyContext, views: ViewedResources): Promise<void> {
  const { companyId, actor } = ctx
  const { action, resource, resourceIds } = views
  if (actor.type !== 'user' || resourceIds.length === 0) return
  const since = new Date(ctx.clock.now().getTime() - day)
  const seen = await listSeenIds(tx, { ...views, companyId, userId: actor.userId, since })
  const entries = resourceIds
    .filter((id) => !seen.has(id))
    .map((resourceId) => ({ action, resource, resourceId, companyId }))
  await recordAudits(tx, ctx, entries)
}

type SeenQuery = ViewedResources & { companyId: string; userId: string; since: Date }

/** Which of these the person is on record for having seen. */
async function listSeenIds(tx: Tx, { companyId, userId, action, resource, resourceIds, since }: SeenQuery) {
  const entries = await tx
    .selectDistinct({ resourceId: auditLog.resourceId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, companyId),
        eq(auditLog.resource, resource),
        inArray(auditLog.resourceId, resourceIds),
        gt(auditLog.createdAt, since),
        eq(auditLog.userId, userId),
        eq(auditLog.action, action),
      ),
    )
  return new Set(entries.map(({ resourceId }) => resourceId))
}
