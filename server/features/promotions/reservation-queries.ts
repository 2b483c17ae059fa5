import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { promotionReservations } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'

export type Cart = { channelId: string; cartReference: string }
export type CartReservation = Cart & { promotionId: string; expiresAt: Date }

const isOfCarts = (carts: readonly Cart[]): SQL => sql`
  (r.channel_id, r.cart_reference) in (
    select c."channelId", c."cartReference" from json_to_recordset(${JSON.stringify(carts)}::json)
      as c("channelId" uuid, "cartReference" text))`

/** Promotions that these carts have reserved, including expired reservations. */
export const reservedBy = (companyId: string, carts: readonly Cart[]): SQL =>
  sql`select r.promotion_id from promotion_reservations r where r.company_id = ${companyId} and ${isOfCarts(carts)}`

export async function hasReserved(tx: Tx, companyId: string, cart: Cart): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from promotion_reservations r where r.company_id = ${companyId} and r.channel_id = ${cart.channelId}
      and r.cart_reference = ${cart.cartReference} limit 1`)
  return rows.length > 0
}

type LockedPromotions = { companyId: string; promotionIds: readonly string[]; now: Date }

/**
 * Deletes expired reservations and those of these carts, and returns the latter if not expired. The promotions are
 * locked by the caller.
 */
export async function deleteReservations(
  tx: Tx,
  { companyId, promotionIds, now }: LockedPromotions,
  carts: readonly Cart[],
): Promise<CartReservation[]> {
  const { rows } = await tx.execute<Omit<CartReservation, 'expiresAt'> & { expiresAt: string }>(sql`
    delete from promotion_reservations r
    where r.company_id = ${companyId} and r.promotion_id = any(${sql.param([...promotionIds])}::uuid[])
      and (r.expires_at <= ${now.toISOString()}::timestamptz or ${isOfCarts(carts)})
    returning r.promotion_id as "promotionId", r.channel_id as "channelId", r.cart_reference as "cartReference",
      r.expires_at as "expiresAt"`)
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt) })).filter(({ expiresAt }) => expiresAt > now)
}

/** Upsert, so that concurrent quotes of one cart reserve each promotion once. */
export async function insertReservations(
  tx: Tx,
  companyId: string,
  reservations: readonly CartReservation[],
): Promise<void> {
  const rows = reservations.map((reservation) => ({ companyId, id: newId(), ...reservation }))
  const onConflict = sql`on conflict (company_id, channel_id, cart_reference, promotion_id)
    do update set expires_at = excluded.expires_at`
  await insertRows(tx, promotionReservations, rows, onConflict)
}
