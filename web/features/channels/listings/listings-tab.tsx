import Package from 'lucide-react/icons/package'
import { Link } from 'wouter'
import { channelListingsApi, listingStates } from '#contract/channel-listings.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlParam, useUrlSearch } from '#web/shared/url-state.ts'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ChannelTabProps } from '../channel-tab.ts'
import { type ListingState, useListings } from './api.ts'
import { ListingItem } from './listing-item.tsx'

/** All SKUs with their listing on this channel. */
export function ListingsTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const { role } = useCurrentUser()
  const filter = useListingFilter()
  const listings = useListings({ channelId: channel.id, search: filter.term, state: filter.state })
  return (
    <>
      <ListingFilters filter={filter} />
      {!allows(channelListingsApi.update.access, role) && (
        <p className="border-b px-4 py-2 text-sm text-muted">
          {t('Your role is Read Only. Operations and Admin can change listings.')}
        </p>
      )}
      <div className="min-h-64">
        <PagedList what={t('The listings')} query={listings} empty={<NoListings filter={filter} />}>
          {(rows) => (
            <ul aria-label={t('Listings')} className="divide-y">
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

const everyState = 'all'

const listingStateLabels: Record<ListingState, string> = {
  offered: t('Offered'),
  hidden: t('Hidden'),
  pending: t('Waiting to sync'),
  failed: t('Sync failed'),
}

const stateOptions = [
  { value: everyState, label: t('All Statuses') },
  ...listingStates.map((state) => ({ value: state, label: listingStateLabels[state] })),
]

function ListingFilters({ filter }: { filter: ListingFilter }) {
  return (
    <div className="flex flex-wrap gap-2 border-b px-4 py-3">
      <SearchBox
        label={t('Search listings')}
        placeholder={t('Search by SKU, title or ID')}
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:w-72"
      />
      <div className="min-w-40 flex-1 sm:max-w-44">
        <Select
          aria-label={t('Listing status')}
          options={stateOptions}
          value={filter.state ?? everyState}
          onValueChange={(state) => filter.setState(state === everyState ? null : state)}
        />
      </div>
    </div>
  )
}

function NoListings({ filter }: { filter: ListingFilter }) {
  const { term, stateLabel } = filter
  if (term || stateLabel) {
    return (
      <EmptyState icon={<Package />} action={<Button onClick={filter.clear}>{t('Clear Filters')}</Button>}>
        {noMatch(term, stateLabel)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Package />}
      action={
        <Link href="/products" className={buttonVariants()}>
          {t('Go to Products')}
        </Link>
      }
    >
      {t('No SKUs yet. Add SKUs to your products to see how each is listed on this channel.')}
    </EmptyState>
  )
}

function noMatch(term: string, state: string | undefined): string {
  if (!state) return t('No SKUs match “{term}”.', { term })
  return term
    ? t('No SKUs with the status “{state}” match “{term}”.', { state, term })
    : t('No SKUs with the status “{state}”.', { state })
}

type ListingFilter = ReturnType<typeof useListingFilter>

/** The filters of the listings. Their state is the URL. */
function useListingFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [stateParam, setState] = useUrlParam('state')
  const state = listingStates.find((one) => one === stateParam)
  return {
    text,
    term,
    setText,
    state,
    setState,
    stateLabel: state && listingStateLabels[state],
    clear: () => {
      setText('')
      setState(null)
    },
  }
}
