import type { ChannelListing } from '#contract/channel-listings.ts'
import { formatMoney } from '#contract/money.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { EditListing } from './edit-listing.tsx'
import type { ListingProps } from './listing-props.ts'
import { VisibilitySwitch } from './offer-switch.tsx'
import { SyncState } from './sync-state.tsx'

export function ListingItem({ listing, channel }: ListingProps) {
  const { skuId, sku, title, isActive, externalId, sellable, syncError } = listing
  const nameId = `listing-${skuId}`
  return (
    <li className="px-4 py-3">
      <fieldset aria-labelledby={nameId} className="grid min-w-0 gap-2">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span id={nameId} className="font-mono font-semibold wrap-anywhere">
                {sku}
              </span>
              {!isActive && <ActiveBadge isActive={false} />}
            </p>
            <p className="text-sm text-muted wrap-anywhere">{title}</p>
          </div>
          <Price listing={listing} />
        </div>
        {syncError && <p className="text-sm wrap-anywhere text-danger">{syncError}</p>}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="flex min-w-0 basis-full flex-wrap items-center gap-x-4 gap-y-1 text-sm sm:flex-1">
            <span>{isActive ? `${formatNumber(sellable)} sellable` : 'An inactive SKU is offered nowhere.'}</span>
            <SyncState listing={listing} />
            {externalId && (
              <span className="flex items-center gap-1.5">
                <span className="shrink-0 text-muted">Its id</span> <CopyableCode label="id" code={externalId} />
              </span>
            )}
          </div>
          <VisibilitySwitch listing={listing} channel={channel} />
          <EditListing listing={listing} channel={channel} />
        </div>
      </fieldset>
    </li>
  )
}

/** What a unit costs on the channel, and where that comes from. */
function Price({ listing: { price, skuPrice } }: { listing: ChannelListing }) {
  const effectivePrice = price ?? skuPrice
  if (effectivePrice === null) return <p className="shrink-0 text-muted">No price</p>
  return (
    <div className="shrink-0 text-right">
      <p className="font-semibold">{formatMoney(effectivePrice)}</p>
      <p className="text-xs text-muted">
        {price === null ? 'The SKU’s price' : `The SKU’s is ${skuPrice ? formatMoney(skuPrice) : 'not set'}`}
      </p>
    </div>
  )
}
