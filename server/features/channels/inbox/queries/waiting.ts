import { sql, type SQL } from 'drizzle-orm'
import type { ChannelType, IntakeSource } from '#contract/channel-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** A delivery that is to be taken in; `payload` is opened by `openContent`. */
export type WaitingDelivery = {
  id: string
  source: IntakeSource
  payload: string
  receivedAt: Date
  channel: { id: string; name: string; type: ChannelType; config: unknown }
}

/** A delivery `e` of channel `c` that has not come to an end yet. What a channel sends while it is switched off waits. */
export const waitingDeliveries = (companyId: string): SQL => sql`
  webhook_events e join channels c on c.company_id = e.company_id and c.id = e.channel_id and c.is_active
  where e.company_id = ${companyAtRunTime(companyId)} and e.is_verified and not e.is_processed and e.error is null`

/** What is to be read; not what its channel is asked about. */
const unread = sql`e.fetch_after is null`

/** A delivery may be some megabytes long, and those that are read together stand in memory together. */
const mostCharacters = 8_000_000

export type WaitingRecord = Omit<WaitingDelivery, 'receivedAt'> & { receivedAt: string }

export const toDelivery = (record: WaitingRecord): WaitingDelivery => ({
  ...record,
  receivedAt: new Date(record.receivedAt),
})

export const channelJson = sql`json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config', c.config)`

/**
 * The oldest ones, locked until the transaction ends; what another drain has locked is left to it. `among` narrows them
 * down by what is known of the delivery `e`.
 */
export async function lockWaitingDeliveries(
  tx: Tx,
  companyId: string,
  limit: number,
  among: SQL = unread,
): Promise<WaitingDelivery[]> {
  const { rows } = await tx.execute<WaitingRecord>(sql`
    with locked as (
      select e.company_id, e.id, e.created_at, ${channelJson} as channel, octet_length(e.payload) as length
      from ${waitingDeliveries(companyId)} and ${among}
      order by e.created_at, e.id limit ${limit}
      for no key update of e skip locked
    ), counted as (
      select *, sum(length) over (order by created_at, id) - length as before from locked
    )
    select e.id, e.source, e.payload, e.created_at as "receivedAt", l.channel
    from counted l join webhook_events e on e.company_id = l.company_id and e.id = l.id
    where l.before < ${mostCharacters}
    order by e.created_at, e.id`)
  return rows.map(toDelivery)
}

export async function hasWaitingDeliveries(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (select from ${waitingDeliveries(companyId)} and ${unread}) as found`,
  )
  return rows[0]?.found ?? false
}
