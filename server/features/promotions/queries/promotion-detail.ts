import { sql } from 'drizzle-orm'
import type { PromotionDetail } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { isPromotion, noSuchPromotion, rowFields, toPromotionRow } from './promotions.ts'

type Sums = Pick<PromotionDetail, 'discountGiven' | 'reservedCount' | 'channelNames'>

export async function getPromotionOrThrow(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  promotionId: string,
): Promise<PromotionDetail> {
  const [found] = await tx
    .select({ ...rowFields, createdAt: promotions.createdAt, updatedAt: promotions.updatedAt })
    .from(promotions)
    .where(isPromotion(companyId, promotionId))
  const { rows } = await tx.execute<Sums>(sql`
    select
      (
        select coalesce(sum(r.discount_amount), 0.00)::text from promotion_redemptions r
        join orders o on o.company_id = r.company_id and o.id = r.order_id
        where r.company_id = p.company_id and r.promotion_id = p.id and r.released_at is null
          and o.currency = s.currency
      ) as "discountGiven",
      (
        select count(*)::int from promotion_reservations kept
        where kept.company_id = p.company_id and kept.promotion_id = p.id
          and kept.expires_at > ${clock.now().toISOString()}
      ) as "reservedCount",
      array(
        select c.name from unnest(p.channel_ids) with ordinality as named(id, place)
        join channels c on c.company_id = p.company_id and c.id = named.id order by named.place
      ) as "channelNames"
    from promotions p join company_settings s on s.company_id = p.company_id
    where p.company_id = ${companyId} and p.id = ${promotionId}`)
  const [sums] = rows
  if (!found || !sums) throw noSuchPromotion()
  const { createdAt, updatedAt, ...row } = toPromotionRow(found)
  return { ...row, ...sums, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
