import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import type { AmazonListing } from '#contract/two-way.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { type LabelledFact, FactList } from '../fact-list.tsx'
import { ListingBadge } from './listing-badge.tsx'
import { ListingIssues } from './listing-issues.tsx'

export function AmazonListingItem({ listing }: { listing: AmazonListing }) {
  const { accountName, marketplaceId, issues, sendError } = listing
  return (
    <li className="grid gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p className="wrap-anywhere">
          <span className="font-medium">{marketplaceName(marketplaceId)}</span>{' '}
          <span className="text-muted">{accountName}</span>
        </p>
        <ListingBadge listing={listing} />
      </div>
      {sendError && (
        <Alert tone="danger" title="Amazon refused the last change">
          <p className="text-sm wrap-anywhere">
            {issues.some(({ message }) => sendError.includes(message)) ? 'Its reasons are listed below.' : sendError}
          </p>
        </Alert>
      )}
      {issues.length > 0 && <ListingIssues issues={issues} />}
      <FactList facts={listingFacts(listing)} />
    </li>
  )
}

function listingFacts({ asin, productType, fulfilledBy, changedAt, readAt, sentAt }: AmazonListing): LabelledFact[] {
  return [
    { label: 'ASIN', value: asin && <CopyableCode label="ASIN" code={asin} /> },
    { label: 'Product type', value: productType && <span className="font-mono">{productType}</span> },
    { label: 'Fulfilled by', value: fulfilledBy === 'amazon' ? 'Amazon' : 'You' },
    { label: 'Last change', value: changedAt && <RelativeTime moment={changedAt} /> },
    { label: 'Last read', value: readAt && <RelativeTime moment={readAt} /> },
    { label: 'Last sent', value: sentAt && <RelativeTime moment={sentAt} /> },
  ]
}
