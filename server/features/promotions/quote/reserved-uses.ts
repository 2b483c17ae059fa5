import type { PromotionRule } from '#contract/pricing/promotion-rule.ts'
import type { Tx } from '#server/platform/db/client.ts'
import {
  insertReservations,
  hasReserved,
  deleteReservations,
  type Cart,
  type CartReservation,
} from '../queries/reservations.ts'
import { lockLimitedCandidates, type Candidates } from '../queries/rules.ts'

export type ReservationRequest = {
  companyId: string
  cart: Cart
  reserveMinutes?: number | null | undefined
  now: Date
}

/** The promotions that are locked, and what the cart kept of them. */
export type ReleasedUses = { locked: readonly string[]; kept: readonly CartReservation[] }

/**
 * Locks what the cart could keep uses of, and takes back what it keeps, so that nobody can tell it from what is free. Null
 * where there is nothing to keep or to let go of.
 */
export async function releaseReservedUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  wanted: Candidates,
): Promise<ReleasedUses | null> {
  if (!reserveMinutes && !(await hasReserved(tx, companyId, cart))) return null
  const locked = await lockLimitedCandidates(tx, companyId, { ...wanted, carts: [cart] })
  return { locked, kept: await deleteReservations(tx, { companyId, promotionIds: locked, now }, [cart]) }
}

/** Keeps a use of each limited promotion, for the time asked, or for as long as it was kept anyway. Answers until when. */
export async function reserveUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  { kept: before }: ReleasedUses,
  used: readonly PromotionRule[],
): Promise<Date | null> {
  const asked = reserveMinutes ? new Date(now.getTime() + reserveMinutes * 60_000) : null
  const kept = used.flatMap(({ id: promotionId, maxRedemptions }): CartReservation[] => {
    const expiresAt = asked ?? before.find((reservation) => reservation.promotionId === promotionId)?.expiresAt
    return maxRedemptions === null || !expiresAt ? [] : [{ ...cart, promotionId, expiresAt }]
  })
  await insertReservations(tx, companyId, kept)
  const [soonest = null] = kept.map(({ expiresAt }) => expiresAt).toSorted((a, b) => a.getTime() - b.getTime())
  return soonest
}
