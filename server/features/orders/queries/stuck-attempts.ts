import { sql, type SQL } from 'drizzle-orm'
import type { AttentionCode } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { cancelRefusedEvent } from '../fulfillment/news/refusal-of.ts'
import { daysWithoutDate } from '../fulfillment/news/ship-by.ts'

export type StuckAttempt = {
  id: string
  orderId: string
  externalId: string
  code: Extract<AttentionCode, 'stuck_in_planning' | 'submission_unanswered'>
  /** Whether Amazon has been told of it, as far as we know. */
  wasTold: boolean
  /** Whether nobody has been told of it yet. */
  isNew: boolean
  /** Whether it is to be cancelled and sent again by itself: once, where the company wants that. */
  isToBeHealed: boolean
}

type StuckCriteria = { companyId: string; now: Date; unansweredBefore: Date; maxAttempts: number; orderId?: string }

/** Whether a person has been told of it since then. */
const isReported = (code: StuckAttempt['code'], since: SQL): SQL => sql`exists (
  select from attention_items t where t.company_id = f.company_id and t.order_id = f.order_id and t.code = ${code}
    and t.raised_at >= ${since}
)`

const shipByColumn = sql`coalesce(f.estimated_ship_date, f.accepted_at + make_interval(days => ${daysWithoutDate}))`

const wasCancelRefused = sql`exists (
  select from order_events e where e.company_id = f.company_id and e.order_id = f.order_id
    and e.event = ${cancelRefusedEvent} and e.occurred_at >= ${shipByColumn}
)`

/** Its channel has said something since, that a person is to think about before it is sent again. */
const hasChannelObjection = sql`exists (
  select from attention_items t where t.company_id = f.company_id and t.order_id = f.order_id and t.resolved_at is null
    and t.code in ('cancelled_by_channel', 'shipped_by_channel', 'changed_after_sending')
)`

/** Amazon was told and has not answered, or could not be told; what merely waits for its turn is well. */
const isUnanswered = sql`(f.submitted_at is not null or f.error is not null or not exists (
  select from amazon_integrations a
  where a.company_id = f.company_id and a.id = f.integration_id and a.is_active and a.disconnected_at is null
))`

/** Those that Amazon has not shipped in time, and those of which it has not said whether it has them. */
const stuckAttempts = ({ companyId, now, unansweredBefore, maxAttempts, orderId }: StuckCriteria): SQL => sql`
  select * from (
    select f.id, f.order_id as "orderId", f.external_fulfillment_id as "externalId", 'stuck_in_planning' as code,
      true as "wasTold", not ${isReported('stuck_in_planning', shipByColumn)} as "isNew",
      s.heal_stuck_orders and o.status = 'sent_to_fulfillment' and f.attempt < ${maxAttempts}
        and f.cancel_requested_at is null and not ${wasCancelRefused} and not ${hasChannelObjection} as "isToBeHealed"
    from fulfillments f join company_settings s on s.company_id = f.company_id
    join orders o on o.company_id = f.company_id and o.id = f.order_id
    where f.company_id = ${companyId} and f.next_check_at is not null
      and f.status in ('submitted', 'received', 'planning') and ${shipByColumn} < ${now.toISOString()}::timestamptz
      ${orderId ? sql`and f.order_id = ${orderId}` : sql``}
    union all
    select f.id, f.order_id, f.external_fulfillment_id, 'submission_unanswered', f.submitted_at is not null,
      not ${isReported('submission_unanswered', sql`f.created_at`)}, false
    from fulfillments f
    where f.company_id = ${companyId} and f.next_check_at is not null and f.status = 'pending'
      and coalesce(f.submitted_at, f.created_at) < ${unansweredBefore.toISOString()}::timestamptz and ${isUnanswered}
      ${orderId ? sql`and f.order_id = ${orderId}` : sql``}
  ) as stuck where "isNew" or "isToBeHealed"`

export async function hasStuckAttempts(tx: Tx, criteria: StuckCriteria): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select exists (${stuckAttempts(criteria)}) as found`)
  return rows[0]?.found ?? false
}

/** Of which something is to be said or done. */
export async function listStuckAttempts(tx: Tx, criteria: StuckCriteria): Promise<StuckAttempt[]> {
  const { rows } = await tx.execute<StuckAttempt>(sql`${stuckAttempts(criteria)} order by id`)
  return rows
}
