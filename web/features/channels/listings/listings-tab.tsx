import { channelListingsApi } from '#contract/channel-listings.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import type { ChannelTabProps } from '../channel-tab-props.ts'
import { useListings } from './api.ts'
import { ListingFilters } from './listing-filters.tsx'
import { ListingItem } from './listing-item.tsx'
import { NoListings } from './no-listings.tsx'
import { useListingFilter } from './use-listing-filter.ts'

/** All SKUs as they stand on this channel. */
export function ListingsTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const { role } = useCurrentUser()
  const filter = useListingFilter()
  const listings = useListings({ channelId: channel.id, search: filter.term, state: filter.state })
  return (
    <>
      <ListingFilters filter={filter} />
      {!allows(channelListingsApi.update.access, role) && (
        <p className="border-b px-4 py-2 text-sm text-muted">
          Your role is Read Only. Operations and Admin can change listings.
        </p>
      )}
      <div className="min-h-64">
        <PagedList what="The listings" query={listings} empty={<NoListings filter={filter} />}>
          {(rows) => (
            <ul aria-label="Listings" className="divide-y">
              {rows.map((listing) => (
                <ListingItem key={listing.skuId} listing={listing} channel={channel} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  )
}
