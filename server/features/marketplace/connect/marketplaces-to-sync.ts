import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { Region } from '#contract/marketplace-values.ts'
import type { Participation } from '#server/ports/marketplace.ts'

type MarketplaceChoice = {
  region: Region
  /** What the operator chose for this account; where none of it is open, everything that is. */
  chosen: readonly string[]
  /** What goes first when nothing was chosen. */
  first: readonly string[]
}

/** In which marketplaces of its region an account can be synced, the most important first. */
export function marketplacesToSync(
  { region, chosen, first }: MarketplaceChoice,
  participations: Participation[],
): string[] {
  const participating = new Set(
    participations.filter((one) => one.isParticipating).map(({ marketplaceId }) => marketplaceId),
  )
  const open = marketplacesOf(region)
    .filter(({ id, unavailable }) => participating.has(id) && !unavailable)
    .map(({ id }) => id)
  const kept = chosen.filter((id) => open.includes(id))
  if (kept.length > 0) return kept
  return [...first.filter((id) => open.includes(id)), ...open.filter((id) => !first.includes(id))]
}
