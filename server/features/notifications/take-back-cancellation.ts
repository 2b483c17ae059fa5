import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

/**
 * For an order that is taken up again. What was not sent of its cancellation is overtaken, and makes room: should the order
 * be cancelled once more, that is told. What is being sent just now may arrive, and stands for both.
 */
export async function withdrawCancellation(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  await tx.execute(sql`
    update notifications set event_key = event_key || ':' || id,
      error = case when status in ('pending', 'held') then 'Overtaken: the order was taken up again.' else error end,
      status = case when status in ('pending', 'held') then 'skipped' else status end
    where company_id = ${ctx.companyId} and event_key = ${`order_cancelled:${orderId}`}
      and (status in ('held', 'skipped', 'failed') or status = 'pending' and attempted_at is null)`)
  await ctx.publishChange(tx, 'notifications')
}
