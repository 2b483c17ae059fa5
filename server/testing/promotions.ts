import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { promotionRedemptions, promotionReservations, promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'

/** Builds a promotion, by default ten percent off without code, limit or channel. */
export async function buildPromotion(
  db: Database,
  companyId: string,
  given: Partial<Omit<typeof promotions.$inferInsert, 'companyId'>> = {},
) {
  const id = given.id ?? newId()
  const values = { title: `Promotion ${id.slice(-6)}`, value: '10.00', ...given, companyId, id }
  const [promotion] = await db.inCompany(companyId, (tx) => tx.insert(promotions).values(values).returning())
  if (!promotion) throw new Error('no promotion was built')
  return promotion
}

type GivenRedemption = Partial<Omit<typeof promotionRedemptions.$inferInsert, 'companyId'>> & {
  promotionId: string
  orderId: string
}

/** Builds a redemption and counts it, unless it is released. */
export async function buildRedemption(db: Database, companyId: string, given: GivenRedemption) {
  const values = {
    id: newId(),
    discountAmount: '1.00',
    redeemedAt: new Date('2026-03-02T09:00:00Z'),
    ...given,
    companyId,
  }
  return db.inCompany(companyId, async (tx) => {
    const [redemption] = await tx.insert(promotionRedemptions).values(values).returning()
    if (!redemption) throw new Error('no redemption was built')
    if (!redemption.releasedAt) {
      await tx
        .update(promotions)
        .set({ redemptionCount: sql`${promotions.redemptionCount} + 1` })
        .where(eq(promotions.id, given.promotionId))
    }
    return redemption
  })
}

type GivenReservation = Partial<Omit<typeof promotionReservations.$inferInsert, 'companyId'>> & {
  promotionId: string
  channelId: string
}

/** Builds a reservation of one use by a checkout. */
export async function buildReservation(db: Database, companyId: string, given: GivenReservation) {
  const id = newId()
  const expiresAt = new Date('2026-03-02T10:15:00Z')
  const values = { id, cartReference: `cart-${id.slice(-8)}`, expiresAt, ...given, companyId }
  const [reservation] = await db.inCompany(companyId, (tx) =>
    tx.insert(promotionReservations).values(values).returning(),
  )
  if (!reservation) throw new Error('no reservation was built')
  return reservation
}
