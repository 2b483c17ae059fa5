import { rich } from '#web/shared/rich.tsx'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Store from 'lucide-react/icons/store'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { ListingRow } from '#contract/products.ts'
import { ListingSyncBadge } from '#web/shared/badges.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function ProductListingsTab({ listings }: { listings: readonly ListingRow[] }) {
  if (listings.length === 0) {
    return <EmptyState icon={<Store />}>{t('This product isn’t listed on any channel yet.')}</EmptyState>
  }
  const channels = Map.groupBy(listings, ({ channelId }) => channelId)
  return (
    <div className="grid gap-5 p-4">
      {[...channels].map(([channelId, rows]) => (
        <section key={channelId} aria-labelledby={`channel-${channelId}`}>
          <h3 id={`channel-${channelId}`} className="mb-2 font-semibold wrap-anywhere">
            {rows[0]?.channelName}
          </h3>
          <ul className="divide-y rounded-lg border">
            {rows.map((listing) => (
              <Listing key={listing.skuId} listing={listing} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Listing({ listing }: { listing: ListingRow }) {
  const { sku, price, isVisible, syncStatus, syncError, lastSyncedAt } = listing
  return (
    <li className="grid gap-1.5 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-mono font-semibold wrap-anywhere">{sku}</span>
        <span className="font-semibold">{price ? formatMoney(price) : t('The SKU’s price')}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <VisibilityBadge isVisible={isVisible} />
        <ListingSyncBadge status={syncStatus} />
        <span className="text-muted">
          {lastSyncedAt
            ? rich(t('Synced {when}'), { when: <RelativeTime moment={lastSyncedAt} /> })
            : t('Never synced')}
        </span>
      </div>
      {syncError && <p className="text-danger wrap-anywhere">{syncError}</p>}
    </li>
  )
}

function VisibilityBadge({ isVisible }: { isVisible: boolean }) {
  return isVisible ? (
    <Badge tone="info" icon={<Eye aria-hidden />}>
      {t('Visible')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<EyeOff aria-hidden />}>
      {t('Hidden')}
    </Badge>
  )
}
