import { sql } from 'drizzle-orm'

/** What came of an item `i`: of what was sent, its attempt `f` answers, and Amazon's word on it counts. */
export const outcomeOfItem = sql`case
  when i.outcome <> 'sending' then i.outcome
  when f.status = 'pending' then 'sending'
  when f.accepted_at is null and f.status in ('cancelled', 'unfulfillable') then 'refused'
  else 'done' end`

export const attemptOfItem = sql`fulfillments f on f.company_id = i.company_id and f.id = i.fulfillment_id`

/** Whether something of the batch `b` is still to be done, or waits for Amazon's answer. */
export const hasOpenItems = sql`exists (
  select from order_batch_items i left join ${attemptOfItem}
  where i.company_id = b.company_id and i.batch_id = b.id and (i.outcome = 'waiting' or f.status = 'pending')
)`
