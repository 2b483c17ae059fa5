import type { AmazonListing } from '#contract/two-way.ts'
import { formatCount } from '#web/lib/figures.ts'
import { Badge } from '#web/ui/badge.tsx'

/** What can be seen of listings while they are folded. */
export function ListingSummaryBadges({ listings }: { listings: readonly AmazonListing[] }) {
  const errors = listings.flatMap(({ issues }) => issues).filter(({ severity }) => severity === 'error').length
  return (
    <span className="flex flex-wrap gap-1.5">
      {listings.length === 0 && <Badge tone="neutral">Not listed</Badge>}
      {errors > 0 && <Badge tone="danger">{formatCount(errors, 'error')}</Badge>}
      {listings.some(({ sendError }) => sendError) && <Badge tone="danger">Change refused</Badge>}
    </span>
  )
}
