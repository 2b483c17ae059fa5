import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { promotionsApi, PromotionUsage } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { assertPromotionExists } from './promotions.ts'

type UsageQuery = ParsedInputOf<typeof promotionsApi.usage>
type DayAndChannel = PromotionUsage['rows'][number] & { foreignUses: number }

/** What stands; a day is the company's own, however many hours it has. */
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

/** The last days where the company is, today included. */
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
