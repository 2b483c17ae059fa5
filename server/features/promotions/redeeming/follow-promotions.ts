import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { takeReservations, type Cart } from '../queries/reservations.ts'
import { lockCandidates, readLocked, type Candidates } from '../queries/rules.ts'
import { claimsAny, type Claim } from './claim.ts'
import { openLedger, type Redemption } from './ledger.ts'
import { planRedemptions, type Plan } from './plan-redemptions.ts'
import { listRedemptions } from './queries/redemptions.ts'
import { storyOf, type Told } from './story-of.ts'
import { writeChanges } from './write-changes.ts'

export type ChangedClaims = {
  /** Orders that came in, in the order in which they are to be judged. */
  placed?: readonly Claim[]
  /** Orders that were here and may have used something. */
  revised?: readonly Claim[]
  /** Orders that give back what they used. */
  cancelled?: readonly string[]
  at: Date
}

/** Where the channel's discount differs from ours, and what the timelines of the orders say. */
export type Followed = { differences: Plan['differences']; entries: readonly Told[] }

/**
 * Has many orders use their promotions or give them back, under one lock of all promotions concerned. The orders are
 * locked, or new.
 */
export async function followPromotions(
  tx: Tx,
  ctx: CompanyContext,
  { placed = [], revised = [], cancelled = [], at }: ChangedClaims,
): Promise<Followed> {
  const { companyId } = ctx
  const claims = [...revised, ...placed.filter(claimsAny)]
  const known = [...revised.map(({ orderId }) => orderId), ...cancelled]
  const redemptions = await listRedemptions(tx, companyId, known)
  if (redemptions.length === 0 && !claims.some(claimsAny)) return { differences: [], entries: [] }
  const ledger = await openLocked(tx, { companyId, claims, redemptions, now: at })
  const { changes, differences } = planRedemptions(ledger, { claims, cancelled, redemptions })
  await writeChanges(tx, { companyId, at }, changes)
  if (changes.length > 0) await ctx.announce(tx, 'promotions')
  return { differences, entries: changes.map((change) => storyOf(change, claims)) }
}

type Opening = { companyId: string; claims: readonly Claim[]; redemptions: readonly Redemption[]; now: Date }

async function openLocked(tx: Tx, { companyId, claims, redemptions, now }: Opening) {
  const carts = claims.flatMap(({ channelId, cartReference }): Cart[] =>
    cartReference === null ? [] : [{ channelId, cartReference }],
  )
  const used = redemptions.map(({ promotionId }) => promotionId)
  const promotionIds = await lockCandidates(tx, companyId, {
    ...candidatesOf(claims.filter(claimsAny)),
    ids: used,
    carts,
  })
  const reservations = await takeReservations(tx, { companyId, promotionIds, now }, carts)
  const book = await readLocked(tx, { companyId, now }, promotionIds)
  return openLedger({ book, reservations, redemptions })
}

function candidatesOf(claims: readonly Claim[]): Candidates {
  const codes = [...new Set(claims.flatMap((claim) => claim.codes))]
  if (claims.length === 0) return { codes, automatic: null }
  const placedAt = claims.map((claim) => claim.placedAt.getTime())
  const channelIds = [...new Set(claims.map(({ channelId }) => channelId))]
  const [from, to] = [new Date(Math.min(...placedAt)), new Date(Math.max(...placedAt))]
  return { codes, automatic: { channelIds, from, to } }
}
