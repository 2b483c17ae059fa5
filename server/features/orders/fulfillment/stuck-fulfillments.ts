import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { joinMessages, type Message, say } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockOrders } from '../order-queries.ts'
import { cancelRefusedEvent, noEffects } from './order-effects.ts'
import { requestCancellation } from './request-cancellation.ts'
import { isStuckInPlanningSql, shipBySql } from './stuck-rule.ts'
import { hasOpenAccount } from './submission-queries.ts'
import { writeEffects } from './transition-order.ts'

type StuckCounts = { found: number; healing: number }

/** Raises attention once for each stuck attempt, and cancels and resends it when the company has enabled that. */
export async function findStuckFulfillments(ctx: CompanyContext): Promise<StuckCounts> {
  const { companyId, clock } = ctx
  const counts: StuckCounts = { found: 0, healing: 0 }
  const stuck = await ctx.transaction((tx) => listStuckAttempts(tx, stuckCriteria(companyId, clock.now())))
  for (const orderId of new Set(stuck.map((attempt) => attempt.orderId))) {
    const handled = await ctx.transaction((tx) => handleStuckOrder(tx, ctx, orderId))
    counts.found += handled.found
    counts.healing += handled.healing
  }
  return counts
}

/** Reads again under the order's lock: Amazon or a person may have acted meanwhile. */
async function handleStuckOrder(tx: Tx, ctx: CompanyContext, orderId: string): Promise<StuckCounts> {
  const { companyId, clock } = ctx
  await lockOrders(tx, companyId, [orderId])
  const stuck = await listStuckAttempts(tx, { ...stuckCriteria(companyId, clock.now()), orderId })
  const unreported = stuck.filter(({ isNew }) => isNew)
  const raised = [...Map.groupBy(unreported, ({ code }) => code)].map(([code, attempts]) => ({
    code,
    reason: joinMessages(attempts.map(reasonOf), ' '),
  }))
  await writeEffects(tx, ctx, orderId, { ...noEffects(), raised }, ctx.actor)
  const isResending = stuck.some(({ shouldResend }) => shouldResend) && (await autoResend(tx, ctx, orderId))
  return { found: unreported.length, healing: isResending ? 1 : 0 }
}

function reasonOf({ code, externalId: fulfillmentId, wasSubmitted }: StuckAttempt): Message {
  if (code === 'stuck_in_planning')
    return say('Amazon should have started to ship {fulfillmentId} by now.', { fulfillmentId })
  return wasSubmitted
    ? say('Amazon has not confirmed {fulfillmentId}.', { fulfillmentId })
    : say('{fulfillmentId} can’t be sent to Amazon. Check in Settings that the account is connected.', {
        fulfillmentId,
      })
}

/** An order that can't be cancelled stays with a person. */
async function autoResend(tx: Tx, ctx: CompanyContext, orderId: string): Promise<boolean> {
  try {
    await requestCancellation(tx, ctx, { orderId, purpose: 'send_again', reason: say('It was stuck at Amazon.') })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** How long Amazon may take to confirm a submission. */
const answerSeconds = 15 * 60

/** After so many attempts a person decides. */
const maxAttempts = 3

const stuckCriteria = (companyId: string, now: Date) => ({
  companyId,
  now,
  unansweredBefore: new Date(now.getTime() - answerSeconds * 1000),
  maxAttempts,
})

/** Whether the job `orders.watch` has anything to do. */
export const hasStuckFulfillments = (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  hasStuckAttempts(tx, stuckCriteria(companyId, now))

type StuckAttempt = {
  id: string
  orderId: string
  externalId: string
  code: Extract<AttentionCode, 'stuck_in_planning' | 'submission_unanswered'>
  /** Whether it has been submitted, as far as we know. */
  wasSubmitted: boolean
  /** Whether no attention has been raised for it yet. */
  isNew: boolean
  /** Whether to cancel and resend it automatically, as the company has enabled. */
  shouldResend: boolean
}

type StuckCriteria = { companyId: string; now: Date; unansweredBefore: Date; maxAttempts: number; orderId?: string }

/** Whether attention with this code has been raised since then. */
const isReported = (code: StuckAttempt['code'], since: SQL): SQL => sql`exists (
  select from attention_items t where t.company_id = f.company_id and t.order_id = f.order_id and t.code = ${code}
    and t.raised_at >= ${since}
)`

const wasCancelRefused = sql`exists (
  select from order_events e where e.company_id = f.company_id and e.order_id = f.order_id
    and e.event = ${cancelRefusedEvent} and e.occurred_at >= ${shipBySql}
)`

/** The channel has changed, cancelled or shipped the order since: a person must decide before it is resent. */
const hasChannelObjection = sql`exists (
  select from attention_items t where t.company_id = f.company_id and t.order_id = f.order_id and t.resolved_at is null
    and t.code in ('cancelled_by_channel', 'shipped_by_channel', 'changed_after_sending')
)`

/** Submitted without an answer, or impossible to submit. An attempt that merely waits in the queue is not stuck. */
const isUnanswered = (companyId: string): SQL =>
  sql`(f.submitted_at is not null or f.error is not null or not ${hasOpenAccount(companyId)})`

/** Attempts that Amazon has not shipped in time, and submissions that it has not answered. */
const stuckAttempts = ({ companyId, now, unansweredBefore, maxAttempts, orderId }: StuckCriteria): SQL => sql`
  select * from (
    select f.id, f.order_id as "orderId", f.external_fulfillment_id as "externalId", 'stuck_in_planning' as code,
      true as "wasSubmitted", not ${isReported('stuck_in_planning', shipBySql)} as "isNew",
      s.heal_stuck_orders and o.status = 'sent_to_fulfillment' and f.attempt < ${maxAttempts}
        and s.observing_since is null and not f.is_foreign and f.cancel_requested_at is null and not ${wasCancelRefused} and not ${hasChannelObjection} as "shouldResend"
    from fulfillments f join company_settings s on s.company_id = f.company_id
    join orders o on o.company_id = f.company_id and o.id = f.order_id
    where f.company_id = ${companyId} and f.next_check_at is not null
      and ${isStuckInPlanningSql(now)}
      ${orderId ? sql`and f.order_id = ${orderId}` : sql``}
    union all
    select f.id, f.order_id, f.external_fulfillment_id, 'submission_unanswered', f.submitted_at is not null,
      not ${isReported('submission_unanswered', sql`f.created_at`)}, false
    from fulfillments f
    where f.company_id = ${companyId} and f.next_check_at is not null and f.status = 'pending'
      and coalesce(f.submitted_at, f.created_at) < ${unansweredBefore.toISOString()}::timestamptz
      and ${isUnanswered(companyId)}
      ${orderId ? sql`and f.order_id = ${orderId}` : sql``}
  ) as stuck where "isNew" or "shouldResend"`

async function hasStuckAttempts(tx: Tx, criteria: StuckCriteria): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select exists (${stuckAttempts(criteria)}) as found`)
  return rows[0]?.found ?? false
}

/** Stuck attempts that need attention or a resend. */
async function listStuckAttempts(tx: Tx, criteria: StuckCriteria): Promise<StuckAttempt[]> {
  const { rows } = await tx.execute<StuckAttempt>(sql`${stuckAttempts(criteria)} order by id`)
  return rows
}
