import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { amazonConnectionPath, type AmazonStatus } from '#contract/marketplace.ts'
import { regionLabels } from '#contract/marketplace-values.ts'
import { formatCount } from '#web/lib/figures.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'

/** Of the first account; the others stand on the page that lists them. */
export function ConnectionFacts({ status }: { status: AmazonStatus }) {
  const { name, sellerId, region, marketplaceId, lastSyncedAt, accounts } = status
  return (
    <dl className="grid gap-x-6 gap-y-4 border-t pt-4 sm:grid-cols-2 lg:grid-cols-4">
      <Fact label="Account">
        <span className="wrap-anywhere">{name ?? 'Unknown'}</span>
        {accounts > 1 && (
          <Link href={amazonConnectionPath} className="block text-sm text-accent underline-offset-2 hover:underline">
            and {formatCount(accounts - 1, 'more account')}
          </Link>
        )}
      </Fact>
      <Fact label="Seller ID">{sellerId ? <CopyableCode label="seller ID" code={sellerId} /> : 'Unknown'}</Fact>
      <Fact label="Region">
        {region ? regionLabels[region] : 'Unknown'}
        <span className="block text-sm text-muted">{marketplaceName(marketplaceId)}</span>
      </Fact>
      <Fact label="Last synced">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}
