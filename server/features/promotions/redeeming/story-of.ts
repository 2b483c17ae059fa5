import { formatMoney } from '#contract/money.ts'
import type { Claim } from './claim.ts'
import type { Change } from './plan-redemptions.ts'

/** What the order's timeline says of a promotion. */
export type Told = { orderId: string; event: `promotion.${'redeemed' | 'released'}`; description: string }

export function storyOf({ kind, redemption }: Change, claims: readonly Claim[]): Told {
  const { orderId, name, discount } = redemption
  const { currency, isInPrices } = claims.find((claim) => claim.orderId === orderId) ?? {}
  if (kind === 'released') return { orderId, event: 'promotion.released', description: `${name} was given back.` }
  const description = isInPrices
    ? `${name} was used; the prices have it in them.`
    : `${name} ${kind === 'added' ? 'took' : 'now takes'} ${formatMoney(discount, currency)} off.`
  return { orderId, event: 'promotion.redeemed', description }
}
