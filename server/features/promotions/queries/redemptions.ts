import { and, count, desc, eq } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { promotionsApi, Redemption } from '#contract/promotions.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { promotionRedemptions } from '#server/platform/db/schema/promotions.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { assertPromotionExists } from './promotions.ts'

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
