import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { promotionRedemptions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { type Cart, deleteReservations } from '../reservation-queries.ts'
import { type Candidates, lockCandidates, readLockedRules } from '../rule-queries.ts'
import { claimsAnyPromotion, type PromotionClaim } from './attribute-discount.ts'
import {
  createLedger,
  planRedemptions,
  type PromotionTimelineEntry,
  type Redemption,
  type RedemptionChange,
  type RedemptionPlan,
  timelineEntryFor,
} from './plan-redemptions.ts'

/*
 * Redemptions are uses of promotions by orders. A limited promotion counts its uses (`promotions.redemption_count`) and the
 * reservations of quoted carts. Life of a use: reserved by a cart (optional) → redeemed by the order → released when the
 * order is cancelled or no longer uses the promotion.
 */

export type ChangedClaims = {
  /** New orders, in the order in which they get limited uses. */
  placed?: readonly PromotionClaim[]
  /** Changed orders that may have used promotions before. */
  revised?: readonly PromotionClaim[]
  /** Cancelled orders, which release their uses. */
  cancelled?: readonly string[]
  at: Date
}

/** Orders whose discount differs from ours, and timeline entries. */
type RedemptionResult = {
  differences: RedemptionPlan['differences']
  entries: readonly PromotionTimelineEntry[]
}

/**
 * Redeems or releases promotions for many orders, under one lock of all promotions involved. The orders themselves are
 * locked by the caller, or new.
 */
export async function updateRedemptions(
  tx: Tx,
  ctx: CompanyContext,
  { placed = [], revised = [], cancelled = [], at }: ChangedClaims,
): Promise<RedemptionResult> {
  const { companyId } = ctx
  const claims = [...revised, ...placed.filter(claimsAnyPromotion)]
  const existingOrders = [...revised.map(({ orderId }) => orderId), ...cancelled]
  const redemptions = await listRedemptionsOfOrders(tx, companyId, existingOrders)
  if (redemptions.length === 0 && !claims.some(claimsAnyPromotion)) return { differences: [], entries: [] }
  const ledger = await lockAndCreateLedger(tx, { companyId, claims, redemptions, now: at })
  const { changes, differences } = planRedemptions(ledger, { claims, cancelled, redemptions })
  await writeRedemptionChanges(tx, { companyId, at }, changes)
  if (changes.length > 0) await ctx.publishChange(tx, 'promotions')
  return { differences, entries: changes.map((change) => timelineEntryFor(change, claims)) }
}

type LedgerRequest = {
  companyId: string
  claims: readonly PromotionClaim[]
  redemptions: readonly Redemption[]
  now: Date
}

async function lockAndCreateLedger(tx: Tx, { companyId, claims, redemptions, now }: LedgerRequest) {
  const carts = claims.flatMap(({ channelId, cartReference }): Cart[] =>
    cartReference === null ? [] : [{ channelId, cartReference }],
  )
  const used = redemptions.map(({ promotionId }) => promotionId)
  const promotionIds = await lockCandidates(tx, companyId, {
    ...candidatesOf(claims.filter(claimsAnyPromotion)),
    ids: used,
    carts,
  })
  const reservations = await deleteReservations(tx, { companyId, promotionIds, now }, carts)
  const rules = await readLockedRules(tx, { companyId, now }, promotionIds)
  return createLedger({ rules, reservations, redemptions })
}

function candidatesOf(claims: readonly PromotionClaim[]): Candidates {
  const codes = [...new Set(claims.flatMap((claim) => claim.codes))]
  if (claims.length === 0) return { codes, automatic: null }
  const placedAt = claims.map((claim) => claim.placedAt.getTime())
  const channelIds = [...new Set(claims.map(({ channelId }) => channelId))]
  const [from, to] = [new Date(Math.min(...placedAt)), new Date(Math.max(...placedAt))]
  return { codes, automatic: { channelIds, from, to } }
}

type RedemptionWrite = { companyId: string; at: Date }

/** The promotions are locked by the caller. */
async function writeRedemptionChanges(
  tx: Tx,
  { companyId, at }: RedemptionWrite,
  changes: readonly RedemptionChange[],
): Promise<void> {
  const those = (kind: RedemptionChange['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ redemption }) => redemption)
  const added = changes.flatMap(({ kind, redemption, redeemedAt }) =>
    kind === 'added' ? [{ ...redemption, redeemedAt: redeemedAt ?? at }] : [],
  )
  await releaseRedemptions(tx, companyId, those('released'), at)
  await updateDiscounts(tx, companyId, those('changed'))
  await insertRedemptions(tx, companyId, added)
  await addUses(tx, companyId, usesOf(changes))
}

function usesOf(changes: readonly RedemptionChange[]) {
  const uses = new Map<string, number>()
  for (const { kind, redemption } of changes) {
    const more = { added: 1, changed: 0, released: -1 }[kind]
    uses.set(redemption.promotionId, (uses.get(redemption.promotionId) ?? 0) + more)
  }
  return [...uses].filter(([, more]) => more !== 0).map(([promotionId, more]) => ({ promotionId, uses: more }))
}

/** Redemptions of these orders that are not released. */
async function listRedemptionsOfOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<Redemption[]> {
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

async function insertRedemptions(tx: Tx, companyId: string, added: readonly AddedRedemption[]): Promise<void> {
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

async function updateDiscounts(tx: Tx, companyId: string, changed: readonly Redemption[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update promotion_redemptions r set discount_amount = n.discount ${matching(companyId, changed)}`)
}

async function releaseRedemptions(tx: Tx, companyId: string, released: readonly Redemption[], at: Date): Promise<void> {
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

/** Adds to the number of uses; the promotions are locked by the caller. */
async function addUses(tx: Tx, companyId: string, counted: readonly Uses[]): Promise<void> {
  if (counted.length === 0) return
  await tx.execute(sql`
    update promotions p set redemption_count = p.redemption_count + n.uses
    from json_to_recordset(${JSON.stringify(counted)}::json) as n("promotionId" uuid, uses int)
    where p.company_id = ${companyId} and p.id = n."promotionId"`)
}
