import { sql, type SQL } from 'drizzle-orm'
import type { ChannelType, IntakeSource } from '#contract/channel-words.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/planning.ts'

/** A delivery that is to be taken in; `payload` is opened by `openContent`. */
export type WaitingDelivery = {
  id: string
  source: IntakeSource
  payload: string
  receivedAt: Date
  channel: { id: string; name: string; type: ChannelType; config: unknown }
}

/** A delivery `e` of channel `c` that nobody has looked at yet. What a channel sends while it is switched off waits. */
const waiting = (companyId: string): SQL => sql`
  webhook_events e join channels c on c.company_id = e.company_id and c.id = e.channel_id and c.is_active
  where e.company_id = ${companyAtRunTime(companyId)} and e.is_verified and not e.is_processed and e.error is null`

type WaitingRecord = Omit<WaitingDelivery, 'receivedAt'> & { receivedAt: string }

/**
 * The oldest ones, locked until the transaction ends; what another drain has locked is left to it. `among` narrows them
 * down by what is known of the delivery `e`.
 */
export async function lockWaiting(
  tx: Tx,
  companyId: string,
  limit: number,
  among: SQL = sql`true`,
): Promise<WaitingDelivery[]> {
  const { rows } = await tx.execute<WaitingRecord>(sql`
    select e.id, e.source, e.payload, e.created_at as "receivedAt",
      json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config', c.config) as channel
    from ${waiting(companyId)} and ${among}
    order by e.created_at, e.id limit ${limit}
    for no key update of e skip locked`)
  return rows.map((row) => ({ ...row, receivedAt: new Date(row.receivedAt) }))
}

export async function hasWaitingDeliveries(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select exists (select from ${waiting(companyId)}) as found`)
  return rows[0]?.found ?? false
}
