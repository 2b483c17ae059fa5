import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { deleteReservations, type Cart } from '../queries/reservations.ts'
import { lockCandidates, readLockedRules, type Candidates } from '../queries/rules.ts'
import { claimsAnyPromotion, type PromotionClaim } from './claim.ts'
import { createLedger, type Redemption } from './ledger.ts'
import { planRedemptions, type RedemptionPlan } from './plan-redemptions.ts'
import { listRedemptionsOfOrders } from './queries/redemptions.ts'
import { timelineEntryFor, type PromotionTimelineEntry } from './story-of.ts'
import { writeRedemptionChanges } from './write-changes.ts'

export type ChangedClaims = {
  /** Orders that came in, in the order in which they are to be judged. */
  placed?: readonly PromotionClaim[]
  /** Orders that were here and may have used something. */
  revised?: readonly PromotionClaim[]
  /** Orders that give back what they used. */
  cancelled?: readonly string[]
  at: Date
}

/** Where the channel's discount differs from ours, and what the timelines of the orders say. */
export type RedemptionResult = {
  differences: RedemptionPlan['differences']
  entries: readonly PromotionTimelineEntry[]
}

/**
 * Has many orders use their promotions or give them back, under one lock of all promotions concerned. The orders are
 * locked, or new.
 */
export async function updateRedemptions(
  tx: Tx,
  ctx: CompanyContext,
  { placed = [], revised = [], cancelled = [], at }: ChangedClaims,
): Promise<RedemptionResult> {
  const { companyId } = ctx
  const claims = [...revised, ...placed.filter(claimsAnyPromotion)]
  const known = [...revised.map(({ orderId }) => orderId), ...cancelled]
  const redemptions = await listRedemptionsOfOrders(tx, companyId, known)
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
  const book = await readLockedRules(tx, { companyId, now }, promotionIds)
  return createLedger({ book, reservations, redemptions })
}

function candidatesOf(claims: readonly PromotionClaim[]): Candidates {
  const codes = [...new Set(claims.flatMap((claim) => claim.codes))]
  if (claims.length === 0) return { codes, automatic: null }
  const placedAt = claims.map((claim) => claim.placedAt.getTime())
  const channelIds = [...new Set(claims.map(({ channelId }) => channelId))]
  const [from, to] = [new Date(Math.min(...placedAt)), new Date(Math.max(...placedAt))]
  return { codes, automatic: { channelIds, from, to } }
}
