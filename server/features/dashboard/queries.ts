import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Pile, TodaysWork } from '#contract/dashboard.ts'
import { lowLevels } from '#server/features/inventory/alert-queries.ts'
import { isAbandoned } from '#server/features/marketplace/sync/run-queries.ts'
import { countOpenSubjects } from '#server/features/orders/list/list-orders.ts'
import { channelOfOrder, isToShip, orderRowFields } from '#server/features/orders/order-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { iso } from '#server/platform/db/rows.ts'
import { isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import type { AccountFacts, AttemptFacts, WaitingFacts } from './fulfillment-health.ts'

const readIsHidden = prepared<{ isHidden: boolean }>(
  () =>
    sql`select first_steps_hidden_at is not null as "isHidden" from company_settings where company_id = ${companyParameter}`,
)

export async function hasHiddenFirstSteps(tx: Tx, companyId: string): Promise<boolean> {
  const [settings] = await readIsHidden(tx, { companyId })
  if (!settings) throw new Error('Every company has its settings')
  return settings.isHidden
}

/** Rows have moments as PostgreSQL's text. */
type AsRow<Facts> = { [Field in keyof Facts]: Facts[Field] extends Date | null ? string | null : Facts[Field] }

const dateOf = (written: string | null): Date | null => (written === null ? null : new Date(written))

/** Connected accounts, each with its newest stock sync. */
export async function listAccountFacts(tx: Tx, companyId: string, now: Date): Promise<AccountFacts[]> {
  const { rows } = await tx.execute<AsRow<AccountFacts>>(sql`
    select a.name, a.is_active as "isActive", a.authorization_error is not null as "isRefused",
      greatest(a.last_synced_at, a.fulfillments_read_at)::text as "answeredAt", sync.status as "syncStatus",
      sync.error as "syncError"
    from amazon_integrations a
    left join lateral (
      select case when r.status = 'running' and ${isAbandoned(now)} then 'failed' else r.status end as status, r.error
      from marketplace_sync_runs r
      where r.company_id = ${companyId} and r.integration_id = a.id and r.kind = 'inventory'
      order by r.started_at desc limit 1
    ) as sync on true
    where a.company_id = ${companyId} and a.seller_id is not null and a.disconnected_at is null
    order by a.is_active desc, a.created_at, a.id`)
  return rows.map(({ answeredAt, ...account }) => ({ ...account, answeredAt: dateOf(answeredAt) }))
}

/** Attempts that Amazon has not accepted yet. */
export async function readWaitingFacts(tx: Tx, companyId: string): Promise<WaitingFacts> {
  const { rows } = await tx.execute<AsRow<WaitingFacts>>(sql`
    select count(*)::int as count,
      min(f.created_at) filter (where f.submitted_at is null and f.error is null)::text as "queuedSince",
      min(coalesce(f.submitted_at, f.created_at)) filter (where f.submitted_at is not null or f.error is not null)::text
        as "unansweredSince",
      max(f.error) as problem
    from fulfillments f
    where f.company_id = ${companyId} and f.next_check_at is not null and f.status = 'pending'`)
  const [waiting] = rows
  if (!waiting) throw new Error('An aggregate without groups has one row')
  const { queuedSince, unansweredSince } = waiting
  return { ...waiting, queuedSince: dateOf(queuedSince), unansweredSince: dateOf(unansweredSince) }
}

/** Newest first; ids are ordered by time. */
export async function listNewestAttempts(tx: Tx, companyId: string, limit: number): Promise<AttemptFacts[]> {
  const { rows } = await tx.execute<AsRow<AttemptFacts> & { createdAt: string }>(sql`
    select f.status, f.error_code as "errorCode", f.error, f.accepted_at is not null as "wasAccepted",
      f.created_at as "createdAt", greatest(f.accepted_at, f.checked_at)::text as "answeredAt"
    from fulfillments f where f.company_id = ${companyId} and f.provider = 'amazon_mcf' order by f.id desc limit ${limit}`)
  return rows.map(({ createdAt, answeredAt, ...attempt }) => ({
    ...attempt,
    createdAt: new Date(createdAt),
    answeredAt: dateOf(answeredAt),
  }))
}

type PileRow = { count: number; oldestAt: string | null }

const readPiles = prepared<{ toShip: PileRow; toReorder: PileRow; failed: PileRow; attentionSince: string | null }>(
  () => sql`
  select
    (select json_build_object('count', count(*), 'oldestAt', min(${orders.placedAt}))
      from ${orders} where ${orders.companyId} = ${companyParameter} and ${isToShip}) as "toShip",
    (select json_build_object('count', count(*), 'oldestAt', min(coalesce(l.low_since, l.created_at)))
      from ${lowLevels}) as "toReorder",
    (select json_build_object('count', count(*), 'oldestAt', min(created_at))
      from background_jobs where status = 'failed') as failed,
    (select min(a.raised_at) from attention_items a
      where a.company_id = ${companyParameter} and a.resolved_at is null and ${isNotWaiting(sql`a`)}) as "attentionSince"`,
)

/** What waits to be done. Attention is counted per order, as the menu does. */
export async function readTodaysWork(tx: Tx, companyId: string): Promise<TodaysWork> {
  const [found] = await readPiles(tx, { companyId })
  if (!found) throw new Error('A select without a table has one row')
  const { attentionSince, ...piles } = found
  const waiting = await countOpenSubjects(tx, companyId)
  return {
    toShip: toPile(piles.toShip),
    attention: toPile({ count: waiting, oldestAt: attentionSince }),
    toReorder: toPile(piles.toReorder),
    failed: toPile(piles.failed),
  }
}

const toPile = ({ count, oldestAt }: PileRow): Pile => ({ count, oldestAt: oldestAt === null ? null : iso(oldestAt) })

/** Newest orders with their customers; e-mail addresses are encrypted. */
export async function listNewestOrders(tx: Tx, companyId: string, limit: number) {
  return tx
    .select({
      ...orderRowFields,
      wasSent: sql<boolean>`coalesce((
        select true from ${fulfillments}
        where ${and(eq(fulfillments.companyId, orders.companyId), eq(fulfillments.orderId, orders.id))} limit 1
      ), false)`,
      customer: {
        id: customers.id,
        firstName: customers.firstName,
        lastName: customers.lastName,
        email: customers.email,
      },
    })
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .leftJoin(
      customers,
      // The customer of an erased order is not shown, even if a later order keeps their data.
      and(eq(customers.companyId, orders.companyId), eq(customers.id, orders.customerId), isNull(orders.erasedAt)),
    )
    .where(eq(orders.companyId, companyId))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit)
}
