import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { SkuRow } from '#contract/products.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AmazonListingItem } from './amazon-listing-item.tsx'
import { ListingSummaryBadges } from './listing-marks.tsx'
import { useAmazonListings } from './use-amazon-listings.ts'

type AmazonListingsProps = {
  sku: SkuRow
  /** Among many SKUs they are folded, and loaded when somebody unfolds them. */
  isOpenAtFirst: boolean
}

/** How a SKU stands at Amazon, marketplace by marketplace. */
export function AmazonListings({ sku, isOpenAtFirst }: AmazonListingsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { data: listings, error, isFetching, refetch } = useAmazonListings(sku.id, { isWanted: isOpen })
  return (
    <details className="group" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-10 flex-wrap items-center gap-x-2 text-sm text-muted md:min-h-8">
        <span className="flex items-center gap-1.5">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          Amazon listing
        </span>
        {listings && <ListingSummaryBadges listings={listings} />}
      </summary>
      {error && <LoadError what="The listing" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!listings && !error && <Spinner />}
      {listings?.length === 0 && (
        <p className="text-sm text-muted">
          Lockstep has read no listing of this SKU at Amazon. While the SKU is active and has a title and a price, the
          next two-way sync makes one.
        </p>
      )}
      {listings && listings.length > 0 && (
        <ul aria-label={`Amazon listings of ${sku.sku}`} className="grid gap-4">
          {listings.map((listing) => (
            <AmazonListingItem key={`${listing.accountId} ${listing.marketplaceId}`} listing={listing} />
          ))}
        </ul>
      )}
    </details>
  )
}
