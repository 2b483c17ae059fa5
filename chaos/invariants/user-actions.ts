import { sql } from 'drizzle-orm'
import type { UserAction } from '../mixed-load/clients.ts'
import type { SystemState, HistoryEntry } from './client-history.ts'

/** The audit action of each user action. */
const auditActions: Record<string, string> = {
  acknowledge: 'order.acknowledge',
  hold: 'order.hold',
  release: 'order.release',
  cancel: 'order.cancel',
  fulfill: 'order.fulfill',
}

type AuditedAction = { orderId: string; action: string; times: number }

/** Each acknowledged action is in the audit log once, each refused one is not, and one with an unknown outcome may be. */
export async function checkUserActions(
  system: SystemState,
  entries: readonly HistoryEntry<UserAction>[],
): Promise<string[]> {
  const audited = new Map(
    (await countAuditedActions(system)).map(({ orderId, action, times }) => [`${orderId} ${action}`, times]),
  )
  const requested = Map.groupBy(entries, ({ orderId, action }) => `${orderId} ${auditActions[action]}`)
  return [...requested].flatMap(([action, tries]) => {
    const done = tries.filter(({ outcome }) => outcome === 'ok').length
    const unknown = tries.filter(({ outcome }) => outcome === 'unknown').length
    const times = audited.get(action) ?? 0
    return times >= done && times <= done + unknown
      ? []
      : [`${action}: ${times} on record, ${done} acknowledged and ${unknown} unanswered`]
  })
}

function countAuditedActions({ deps, companyId }: SystemState): Promise<AuditedAction[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<AuditedAction>(sql`
      select resource_id as "orderId", action, count(*)::int as times from audit_log
      where actor_type = 'user' and action = any(${sql.param(Object.values(auditActions))}) group by 1, 2`)
    return rows
  })
}
