import { type SQL, sql } from 'drizzle-orm'
import type { ChannelType, IntakeSource } from '#contract/channel-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** A delivery to process; `payload` is decrypted by `decryptContent`. */
export type WaitingDelivery = {
  id: string
  source: IntakeSource
  payload: string
  receivedAt: Date
  channel: { id: string; name: string; type: ChannelType; config: unknown }
}

/**
 * Verified deliveries `e` of active channels `c` that have not been processed. Deliveries to an inactive channel wait.
 */
const waitingDeliveries = (companyId: string): SQL => sql`
  webhook_events e join channels c on c.company_id = e.company_id and c.id = e.channel_id and c.is_active
  where e.company_id = ${companyAtRunTime(companyId)} and e.is_verified and not e.is_processed and e.error is null`

/** Deliveries to parse, as opposed to those whose order is fetched from the channel first. */
const unread = sql`e.fetch_after is null`

/** A delivery may have several megabytes; this limits the memory for one batch. */
const maxCharacters = 8_000_000

type WaitingRecord = Omit<WaitingDelivery, 'receivedAt'> & { receivedAt: string }

const toDelivery = (record: WaitingRecord): WaitingDelivery => ({
  ...record,
  receivedAt: new Date(record.receivedAt),
})

const channelJson = sql`json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config', c.config)`

/**
 * Locks the oldest waiting deliveries until the transaction ends, and skips those that another worker has locked.
 * `among` is a condition on the delivery `e`.
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
    where l.before < ${maxCharacters}
    order by e.created_at, e.id`)
  return rows.map(toDelivery)
}

export async function hasWaitingDeliveries(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (select from ${waitingDeliveries(companyId)} and ${unread}) as found`,
  )
  return rows[0]?.found ?? false
}

/** The orders of these deliveries are fetched from their channel from `at` on. */
export async function scheduleFetch(tx: Tx, companyId: string, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update webhook_events set fetch_after = ${at.toISOString()}
    where company_id = ${companyId} and id = any(${sql.param([...ids])}::uuid[])`)
}

/** A channel that refuses our credentials is not called until a user has fixed them. */
const isFetchDue = (now: Date) => sql`e.fetch_after <= ${now.toISOString()} and c.access_error is null`

type ClaimOptions = { now: Date; until: Date; limit: number; except: readonly string[] }

/** `askedBefore` is when the order was last fetched, if ever. */
export type DeliveryToFetch = WaitingDelivery & { askedBefore: Date | null }

type DeliveryToFetchRecord = WaitingRecord & { askedBefore: string | null }

/** Claims the oldest due deliveries until `until` (lease), except those of some channels. */
export async function claimDeliveriesToFetch(
  tx: Tx,
  companyId: string,
  { now, until, limit, except }: ClaimOptions,
): Promise<DeliveryToFetch[]> {
  const { rows } = await tx.execute<DeliveryToFetchRecord>(sql`
    with claimed as (
      select e.company_id, e.id, e.asked_at, ${channelJson} as channel from ${waitingDeliveries(companyId)} and ${isFetchDue(now)}
        and e.channel_id <> all(${sql.param([...except])}::uuid[])
      order by e.created_at, e.id limit ${limit}
      for no key update of e skip locked
    )
    update webhook_events e set fetch_after = ${until.toISOString()}, asked_at = ${now.toISOString()} from claimed l
    where e.company_id = l.company_id and e.id = l.id
    returning e.id, e.source, e.payload, e.created_at as "receivedAt", l.channel,
      l.asked_at as "askedBefore"`)
  return rows.map((row) => ({
    ...toDelivery(row),
    askedBefore: row.askedBefore === null ? null : new Date(row.askedBefore),
  }))
}

/** Whether the channel has answered any fetch of an order since the moment. */
export async function hasAnsweredSince(tx: Tx, companyId: string, channelId: string, since: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from webhook_events where company_id = ${companyId} and channel_id = ${channelId}
        and created_at > ${since.toISOString()}::timestamptz - interval '1 day'
        and is_processed and asked_at is not null and processed_at >= ${since.toISOString()}
    ) as found`)
  return rows[0]?.found ?? false
}

export async function hasOrdersToFetch(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (select from ${waitingDeliveries(companyId)} and ${isFetchDue(now)}) as found`,
  )
  return rows[0]?.found ?? false
}

/**
 * Returns how often fetching this order has failed while other orders could be fetched; null if the delivery no longer
 * waits.
 */
export async function recordFetchFailure(
  tx: Tx,
  companyId: string,
  { id, isAlone, until }: { id: string; isAlone: boolean; until: (failures: number) => Date },
): Promise<number | null> {
  const { rows } = await tx.execute<{ failures: number }>(sql`
    update webhook_events set fetch_failures = fetch_failures + ${isAlone ? 1 : 0}
    where company_id = ${companyId} and id = ${id} and not is_processed and error is null
    returning fetch_failures as failures`)
  const [found] = rows
  if (!found) return null
  await scheduleFetch(tx, companyId, [id], until(found.failures))
  return found.failures
}
