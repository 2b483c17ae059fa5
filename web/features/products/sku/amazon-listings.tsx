import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import { issueSeverities, type IssueSeverity } from '#contract/marketplace-values.ts'
import type { SkuRow } from '#contract/products.ts'
import { type AmazonListing, type ListingIssue, twoWayApi } from '#contract/two-way.ts'
import { call } from '#web/lib/api.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { FactList, type LabelledFact } from '../drawer/facts.tsx'

type AmazonListingsProps = {
  sku: SkuRow
  /** Folded listings are loaded when they are unfolded. */
  isOpenAtFirst: boolean
}

/** Amazon listings of a SKU, one per account and marketplace. */
export function AmazonListings({ sku, isOpenAtFirst }: AmazonListingsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { data: listings, error, isFetching, refetch } = useAmazonListings(sku.id, { isEnabled: isOpen })
  return (
    <details className="group" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-10 flex-wrap items-center gap-x-2 text-sm text-muted md:min-h-8">
        <span className="flex items-center gap-1.5">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          {t('Amazon listing')}
        </span>
        {listings && <ListingSummaryBadges listings={listings} />}
      </summary>
      {error && (
        <LoadError what={t('The listing')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!listings && !error && <Spinner />}
      {listings?.length === 0 && (
        <p className="text-sm text-muted">
          {t(
            'Not on Amazon yet. If the SKU is active and has a title and a price, the next two-way sync will create a listing.',
          )}
        </p>
      )}
      {listings && listings.length > 0 && (
        <ul aria-label={t('Amazon listings for {sku}', { sku: sku.sku })} className="grid gap-4">
          {listings.map((listing) => (
            <AmazonListingItem key={`${listing.accountId} ${listing.marketplaceId}`} listing={listing} />
          ))}
        </ul>
      )}
    </details>
  )
}

/** Badges in the summary line, visible while the listings are folded. */
function ListingSummaryBadges({ listings }: { listings: readonly AmazonListing[] }) {
  const errors = listings.flatMap(({ issues }) => issues).filter(({ severity }) => severity === 'error').length
  return (
    <span className="flex flex-wrap gap-1.5">
      {listings.length === 0 && <Badge tone="neutral">{t('Not listed')}</Badge>}
      {errors > 0 && <Badge tone="danger">{t('{errors, plural, one {# error} other {# errors}}', { errors })}</Badge>}
      {listings.some(({ sendError }) => sendError) && <Badge tone="danger">{t('Change rejected')}</Badge>}
    </span>
  )
}

function AmazonListingItem({ listing }: { listing: AmazonListing }) {
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
        <Alert tone="danger" title={t('Amazon rejected the last change')}>
          <p className="text-sm wrap-anywhere">
            {issues.some(({ message }) => sendError.includes(message)) ? t('The reasons are listed below.') : sendError}
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
    { label: t('ASIN'), value: asin && <CopyableCode label={t('ASIN')} code={asin} /> },
    { label: t('Product type'), value: productType && <span className="font-mono">{productType}</span> },
    { label: t('Fulfilled by'), value: fulfilledBy === 'amazon' ? 'Amazon' : t('You') },
    { label: t('Last change'), value: changedAt && <RelativeTime moment={changedAt} /> },
    { label: t('Last read'), value: readAt && <RelativeTime moment={readAt} /> },
    { label: t('Last sent'), value: sentAt && <RelativeTime moment={sentAt} /> },
  ]
}

/** A listing that was sent but never read back from Amazon counts as not listed. */
function ListingBadge({ listing: { isBuyable, readAt } }: { listing: AmazonListing }) {
  if (!readAt) return <Badge tone="neutral">{t('Not listed')}</Badge>
  return isBuyable ? <Badge tone="success">{t('Buyable')}</Badge> : <Badge tone="warning">{t('Not buyable')}</Badge>
}

const severityStyles: Record<IssueSeverity, { label: string; tone: Tone }> = {
  error: { label: t('Error'), tone: 'danger' },
  warning: { label: t('Warning'), tone: 'warning' },
  info: { label: t('Info'), tone: 'info' },
}

/** Amazon's issues with a listing, the most severe first. */
function ListingIssues({ issues }: { issues: readonly ListingIssue[] }) {
  return (
    <ul aria-label={t('Issues found by Amazon')} className="divide-y rounded-md border text-sm">
      {issues.toSorted(bySeverity).map((issue, position) => (
        <Issue key={`${issue.code} ${position}`} issue={issue} />
      ))}
    </ul>
  )
}

const bySeverity = (one: ListingIssue, other: ListingIssue) =>
  issueSeverities.indexOf(one.severity) - issueSeverities.indexOf(other.severity)

function Issue({ issue: { severity, message, code, attributes } }: { issue: ListingIssue }) {
  const { label, tone } = severityStyles[severity]
  const details = [attributes.join(', '), code && t('Amazon code {code}', { code })].filter(Boolean).join(' · ')
  return (
    <li className="grid justify-items-start gap-1 px-3 py-2">
      <Badge tone={tone}>{label}</Badge>
      <p className="wrap-anywhere">{message}</p>
      {details && <p className="text-xs text-muted wrap-anywhere">{details}</p>}
    </li>
  )
}

/** The query key starts with 'marketplace': syncs with Amazon change listings, product changes do not. */
function useAmazonListings(skuId: string, { isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: ['marketplace', 'listings', skuId],
    queryFn: ({ signal }) => call(twoWayApi.listings, { skuId }, { signal }),
    enabled: isEnabled,
  })
}
