import { sql } from 'drizzle-orm'
import type { Act } from '../mixed-load/clients.ts'
import type { SystemState, Entry } from './client-history.ts'

/** Under what the audit log files what people ask for. */
const auditWords: Record<string, string> = {
  acknowledge: 'order.acknowledge',
  hold: 'order.hold',
  release: 'order.release',
  cancel: 'order.cancel',
  fulfill: 'order.fulfill',
}

type Filed = { orderId: string; action: string; times: number }

/** Each act that was acknowledged is on record once; of one without an answer there may be a record; of one refused none. */
export async function checkActs(world: SystemState, entries: readonly Entry<Act>[]): Promise<string[]> {
  const filed = new Map((await readFiled(world)).map(({ orderId, action, times }) => [`${orderId} ${action}`, times]))
  const asked = Map.groupBy(entries, ({ orderId, action }) => `${orderId} ${auditWords[action]}`)
  return [...asked].flatMap(([act, tries]) => {
    const done = tries.filter(({ told }) => told === 'ok').length
    const perhaps = tries.filter(({ told }) => told === 'unknown').length
    const times = filed.get(act) ?? 0
    return times >= done && times <= done + perhaps
      ? []
      : [`${act}: ${times} on record, ${done} acknowledged and ${perhaps} unanswered`]
  })
}

function readFiled({ deps, companyId }: SystemState): Promise<Filed[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<Filed>(sql`
      select resource_id as "orderId", action, count(*)::int as times from audit_log
      where actor_type = 'user' and action = any(${sql.param(Object.values(auditWords))}) group by 1, 2`)
    return rows
  })
}
