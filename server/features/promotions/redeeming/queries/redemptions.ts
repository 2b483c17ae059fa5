import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { promotionRedemptions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Redemption } from '../ledger.ts'

/** What these orders use and have not given back. */
export async function listRedemptionsOfOrders(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Redemption[]> {
  if (orderIds.length === 0) return []
  const { rows } = await tx.execute<Redemption>(sql`
    select r.order_id as "orderId", r.promotion_id as "promotionId", r.discount_amount as discount,
      coalesce(p.code, p.title) as name
    from promotion_redemptions r
    join promotions p on p.company_id = r.company_id and p.id = r.promotion_id
    where r.company_id = ${companyAtRunTime(companyId)} and r.order_id = any(${sql.param([...orderIds])}::uuid[])
      and r.released_at is null
    order by r.id`)
  return rows
}

type AddedRedemption = Redemption & { redeemedAt: Date }

export async function insertRedemptions(tx: Tx, companyId: string, added: readonly AddedRedemption[]): Promise<void> {
  const rows = added.map(({ promotionId, orderId, discount, redeemedAt }) => ({
    companyId,
    id: newId(),
    promotionId,
    orderId,
    discountAmount: discount,
    redeemedAt,
  }))
  await insertRows(tx, promotionRedemptions, rows)
}

export async function updateDiscounts(tx: Tx, companyId: string, changed: readonly Redemption[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update promotion_redemptions r set discount_amount = n.discount ${matching(companyId, changed)}`)
}

export async function releaseRedemptions(
  tx: Tx,
  companyId: string,
  released: readonly Redemption[],
  at: Date,
): Promise<void> {
  if (released.length === 0) return
  await tx.execute(sql`
    update promotion_redemptions r set released_at = ${at.toISOString()}::timestamptz ${matching(companyId, released)}`)
}

const matching = (companyId: string, redemptions: readonly Redemption[]) => sql`
  from json_to_recordset(${JSON.stringify(redemptions)}::json)
    as n("orderId" uuid, "promotionId" uuid, discount numeric)
  where r.company_id = ${companyAtRunTime(companyId)} and r.order_id = n."orderId"
    and r.promotion_id = n."promotionId" and r.released_at is null`

type Uses = { promotionId: string; uses: number }

/** Adds to what is counted of promotions that are locked. */
export async function addUses(tx: Tx, companyId: string, counted: readonly Uses[]): Promise<void> {
  if (counted.length === 0) return
  await tx.execute(sql`
    update promotions p set redemption_count = p.redemption_count + n.uses
    from json_to_recordset(${JSON.stringify(counted)}::json) as n("promotionId" uuid, uses int)
    where p.company_id = ${companyId} and p.id = n."promotionId"`)
}
