import type { AmazonListing } from '#contract/two-way.ts'
import { Badge } from '#web/ui/badge.tsx'

/** One that was sent and never read back isn't there yet, whatever became of it. */
export function ListingBadge({ listing: { isBuyable, readAt } }: { listing: AmazonListing }) {
  if (!readAt) return <Badge tone="neutral">Not listed</Badge>
  return isBuyable ? <Badge tone="success">Buyable</Badge> : <Badge tone="warning">Not buyable</Badge>
}
