import { and, eq, sql, type SQL } from 'drizzle-orm'
import { endedFulfillments } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { hasOpenAccount, isOpenAccountOfAttempt } from './submission-queries.ts'

/** An attempt at Amazon, with what a status read needs. */
export type TrackedAttempt = {
  id: string
  orderId: string
  integrationId: string
  marketplaceId: string
  externalId: string
  checkedAt: Date | null
  /** Parcels that need no further tracking. */
  deliveredPackages: string[]
}

/** Live attempts at Amazon. Those with an unsent cancel request belong to the job `orders.send`. */
const isTracked = (companyId: string): SQL => sql`
  f.company_id = ${companyId} and f.status <> 'pending' and f.status <> all(${sql.param([...endedFulfillments])}::text[])
  and (f.cancel_requested_at is null or f.cancel_asked_at is not null)`

const isDueAttempt = (companyId: string, now: Date): SQL => sql`
  ${isTracked(companyId)} and f.next_check_at <= ${now.toISOString()}::timestamptz
  and ${hasOpenAccount(companyId)}`

export async function hasAttemptsToTrack(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(
    sql`select exists (select from fulfillments f where ${isDueAttempt(companyId, now)}) as due`,
  )
  return rows[0]?.due ?? false
}

type TrackingClaim = { companyId: string; now: Date; until: Date; limit: number }

/** Claims due attempts (`skip locked`), longest due first. */
export async function claimAttemptsToTrack(
  tx: Tx,
  { companyId, now, until, limit }: TrackingClaim,
): Promise<TrackedAttempt[]> {
  const { rows } = await tx.execute<Omit<TrackedAttempt, 'checkedAt'> & { checkedAt: string | null }>(sql`
    with due as materialized (
      select f.id from fulfillments f where ${isDueAttempt(companyId, now)}
      order by f.next_check_at, f.id limit ${limit} for no key update of f skip locked
    )
    update fulfillments f set next_check_at = ${until.toISOString()}::timestamptz
    from due where f.company_id = ${companyId} and f.id = due.id
    returning f.id, f.order_id as "orderId", f.integration_id as "integrationId", f.marketplace_id as "marketplaceId",
      f.external_fulfillment_id as "externalId", f.checked_at as "checkedAt",
      array(
        select p.package_number from packages p
        where p.company_id = ${companyId} and p.fulfillment_id = f.id and p.delivered_at is not null
      ) as "deliveredPackages"`)
  return rows.map((row) => ({ ...row, checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt) }))
}

/** Schedules the next read, unless another process has read the status meanwhile. */
export async function postponeTracking(
  tx: Tx,
  companyId: string,
  { id, checkedAt }: TrackedAttempt,
  { until, error }: { until: Date; error: string },
): Promise<void> {
  await tx.execute(sql`
    update fulfillments set next_check_at = ${until.toISOString()}::timestamptz, error = ${error}
    where company_id = ${companyId} and id = ${id} and next_check_at is not null
      and checked_at is not distinct from ${checkedAt?.toISOString() ?? null}::timestamptz`)
}

export type PolledAccount = { id: string; readAt: Date | null; marketplaceIds: string[] }

const isPollDue = (before: Date): SQL =>
  sql`coalesce(a.fulfillments_read_at <= ${before.toISOString()}::timestamptz, true)`

/** Accounts with live attempts that were last polled before this time. */
const accountsToPoll = (companyId: string, before: Date): SQL => sql`
  select a.id, a.fulfillments_read_at, f.marketplace_id from amazon_integrations a
  join fulfillments f on ${isOpenAccountOfAttempt(companyId)}
  where ${isPollDue(before)} and ${isTracked(companyId)} and f.next_check_at is not null`

export async function hasAccountsToPoll(tx: Tx, companyId: string, before: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(sql`select exists (${accountsToPoll(companyId, before)}) as due`)
  return rows[0]?.due ?? false
}

export async function listAccountsToPoll(tx: Tx, companyId: string, before: Date): Promise<PolledAccount[]> {
  const { rows } = await tx.execute<{ id: string; readAt: string | null; marketplaceIds: string[] }>(sql`
    select id, fulfillments_read_at as "readAt", array_agg(distinct marketplace_id) as "marketplaceIds"
    from (${accountsToPoll(companyId, before)}) as unlisted group by id, fulfillments_read_at`)
  return rows.map(({ readAt, ...account }) => ({ ...account, readAt: readAt === null ? null : new Date(readAt) }))
}

type ChangedFulfillments = {
  companyId: string
  accountId: string
  externalIds: readonly string[]
  readAt: Date | null
  now: Date
}

/** Makes changed attempts due now, except those read since the previous poll. */
export async function scheduleChanged(
  tx: Tx,
  { companyId, accountId, externalIds, readAt, now }: ChangedFulfillments,
): Promise<void> {
  // Locked attempts are skipped: another process is reading or submitting them anyway.
  await tx.execute(sql`
    with changed as materialized (
      select f.id from fulfillments f
      where ${isTracked(companyId)} and f.external_fulfillment_id = any(${sql.param([...externalIds])}::text[])
        and f.integration_id = ${accountId}
        and (f.next_check_at is null or f.next_check_at > ${now.toISOString()}::timestamptz)
        and coalesce(f.checked_at < ${readAt?.toISOString() ?? null}::timestamptz, true)
      for no key update of f skip locked
    )
    update fulfillments f set next_check_at = ${now.toISOString()}::timestamptz
    from changed where f.company_id = ${companyId} and f.id = changed.id`)
}

export async function recordPoll(tx: Tx, companyId: string, accountId: string, at: Date): Promise<void> {
  await tx
    .update(amazonIntegrations)
    .set({ fulfillmentsReadAt: at })
    .where(and(eq(amazonIntegrations.companyId, companyId), eq(amazonIntegrations.id, accountId)))
}
