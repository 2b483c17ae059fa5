import { sql } from 'drizzle-orm'
import type { OrderDetail } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'

/** What the order used of each promotion last; what it uses now goes before what it gave back. */
export async function listPromotionsOf(tx: Tx, companyId: string, orderId: string): Promise<OrderDetail['promotions']> {
  const { rows } = await tx.execute<OrderDetail['promotions'][number]>(sql`
    select used.promotion_id as "promotionId", p.title, p.code, used.discount_amount as "discountAmount",
      used.released_at as "releasedAt"
    from (
      select distinct on (promotion_id) id, promotion_id, discount_amount, released_at from promotion_redemptions
      where company_id = ${companyId} and order_id = ${orderId}
      order by promotion_id, released_at desc nulls first
    ) used
    join promotions p on p.company_id = ${companyId} and p.id = used.promotion_id
    order by used.id`)
  return rows.map((used) => ({ ...used, releasedAt: isoOrNull(used.releasedAt) }))
}
