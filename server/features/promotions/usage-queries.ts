import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { promotionsApi, PromotionUsage, Redemption } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { promotionRedemptions } from '#server/platform/db/schema/promotions.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { assertPromotionExists } from './queries.ts'

type UsageQuery = ParsedInputOf<typeof promotionsApi.usage>

type DayAndChannel = PromotionUsage['rows'][number] & { foreignUses: number }

/** Uses and discounts per day and channel, without released redemptions. Days are those of the company's time zone. */
export async function readUsage(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  { promotionId, days }: UsageQuery,
): Promise<PromotionUsage> {
  if (promotionId !== undefined) await assertPromotionExists(tx, companyId, promotionId)
  const { begins, ends, zone, ...period } = await readPeriod(tx, companyId, clock.now(), days)
  const ofPromotion = promotionId === undefined ? sql`true` : sql`r.promotion_id = ${promotionId}`
  const { rows } = await tx.execute<DayAndChannel>(sql`
    select to_char(r.redeemed_at at time zone ${zone}, 'YYYY-MM-DD') as day, c.id as "channelId", c.name as "channelName",
      count(*)::int as uses,
      coalesce(sum(r.discount_amount) filter (where o.currency = ${period.currency}), 0.00)::text as discount,
      count(*) filter (where o.currency <> ${period.currency})::int as "foreignUses"
    from promotion_redemptions r
    join orders o on o.company_id = r.company_id and o.id = r.order_id
    join channels c on c.company_id = o.company_id and c.id = o.channel_id
    where r.company_id = ${companyId} and r.released_at is null and ${ofPromotion}
      and r.redeemed_at >= ${begins} and r.redeemed_at < ${ends}
    group by 1, 2, 3
    order by 1, 3, 2`)
  return {
    ...period,
    rows: rows.map(({ foreignUses: _foreignUses, ...row }) => row),
    foreignUses: rows.reduce((sum, row) => sum + row.foreignUses, 0),
  }
}

type Period = Pick<PromotionUsage, 'from' | 'to' | 'currency'> & { begins: string; ends: string; zone: string }

/** The last days in the company's time zone, including today. */
async function readPeriod(tx: Tx, companyId: string, now: Date, days: number): Promise<Period> {
  const { rows } = await tx.execute<Period>(sql`
    with here as (
      select time_zone as zone, currency, (${now.toISOString()}::timestamptz at time zone time_zone)::date as today
      from company_settings where company_id = ${companyId}
    )
    select zone, currency, to_char(today - ${days - 1}::int, 'YYYY-MM-DD') as from, to_char(today, 'YYYY-MM-DD') as to,
      (today - ${days - 1}::int)::timestamp at time zone zone as begins,
      (today + 1)::timestamp at time zone zone as ends
    from here`)
  const [period] = rows
  if (!period) throw new Error('This company has no settings')
  return period
}

const redemptionFields = {
  id: promotionRedemptions.id,
  orderId: promotionRedemptions.orderId,
  orderNumber: orders.orderNumber,
  channelId: channels.id,
  channelName: channels.name,
  discountAmount: promotionRedemptions.discountAmount,
  currency: orders.currency,
  redeemedAt: promotionRedemptions.redeemedAt,
  releasedAt: promotionRedemptions.releasedAt,
}

const orderOfRedemption = and(
  eq(orders.companyId, promotionRedemptions.companyId),
  eq(orders.id, promotionRedemptions.orderId),
)

const channelOfOrder = and(eq(channels.companyId, orders.companyId), eq(channels.id, orders.channelId))

export async function listRedemptions(
  tx: Tx,
  companyId: string,
  { promotionId, limit, cursor }: ParsedInputOf<typeof promotionsApi.redemptions>,
): Promise<Page<Redemption>> {
  await assertPromotionExists(tx, companyId, promotionId)
  const { redeemedAt, id } = promotionRedemptions
  const ofPromotion = and(
    eq(promotionRedemptions.companyId, companyId),
    eq(promotionRedemptions.promotionId, promotionId),
  )
  const [counted] = await tx.select({ total: count() }).from(promotionRedemptions).where(ofPromotion)
  const found = await tx
    .select({ ...redemptionFields, key: microsecondsOf(redeemedAt) })
    .from(promotionRedemptions)
    .innerJoin(orders, orderOfRedemption)
    .innerJoin(channels, channelOfOrder)
    .where(and(ofPromotion, olderThan(cursor, redeemedAt, id)))
    .orderBy(desc(redeemedAt), desc(id))
    .limit(limit + 1)
  const page = toPage(found, limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(({ key: _key, ...row }) => toRedemption(row)) }
}

type RedemptionRecord = Omit<Redemption, 'redeemedAt' | 'releasedAt'> & { redeemedAt: Date; releasedAt: Date | null }

const toRedemption = ({ redeemedAt, releasedAt, ...row }: RedemptionRecord): Redemption => ({
  ...row,
  redeemedAt: redeemedAt.toISOString(),
  releasedAt: releasedAt?.toISOString() ?? null,
})
