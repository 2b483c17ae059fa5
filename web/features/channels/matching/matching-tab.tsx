import PackageSearch from 'lucide-react/icons/package-search'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import type { ChannelHealth } from '#contract/channel-connect.ts'
import { channelItemsApi, type ItemState, itemStates } from '#contract/channel-items.ts'
import { t } from '#contract/i18n.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlParam, useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { Spinner } from '#web/ui/loading.tsx'
import type { ChannelTabProps } from '../channel-tab.ts'
import { useChannelHealth } from '../health/api.ts'
import { type ItemFilter, useAcceptSuggestions, useCreateProducts, useItems, useReadItems } from './api.ts'
import { ItemTable } from './item-table.tsx'
import { StartBar } from './start-channel.tsx'

type TabProps = Pick<ChannelTabProps, 'channel'>

/** What a shop sells, each with the SKU that it was matched with. */
export function MatchingTab({ channel }: TabProps) {
  const query = useChannelHealth(channel.id)
  return (
    <QueryContent what={t('The products')} query={query} isInCard>
      {(health) => (
        <>
          <ReadingState channel={channel} health={health} />
          <Items channel={channel} items={health.items} isReading={health.isReadingItems} />
          {!channel.pushesStock && <StartBar channel={channel} matched={health.items.matched} />}
        </>
      )}
    </QueryContent>
  )
}

type ReadingStateProps = TabProps & { health: ChannelHealth }

/** How far reading the shop's products has come, and the button to read them again. */
function ReadingState({ channel, health: { isReadingItems, itemsReadAt, items } }: ReadingStateProps) {
  const read = useReadItems()
  const isReading = isReadingItems || read.isPending
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <p aria-live="polite" className="text-sm text-muted">
        {isReading
          ? t('Loading products… {total} so far', { total: items.total })
          : itemsReadAt
            ? rich(t('Products loaded {when}'), { when: <RelativeTime moment={itemsReadAt} /> })
            : t('Products haven’t been loaded yet.')}
      </p>
      <PermittedButton
        access={channelItemsApi.read.access}
        task={t('load products')}
        size="small"
        isPending={isReading}
        onClick={() => read.mutate({ channelId: channel.id })}
      >
        <RefreshCw aria-hidden />
        {itemsReadAt ? t('Reload products') : t('Load products')}
      </PermittedButton>
    </div>
  )
}

type ItemsProps = TabProps & { items: ChannelHealth['items']; isReading: boolean }

function Items({ channel, items, isReading }: ItemsProps) {
  const filter = useItemFilter(items)
  const query = useItems({ channelId: channel.id, search: filter.term, state: filter.state })
  const total = query.data?.total ?? 0
  const list = useFocusAfterRemoval<HTMLDivElement>(total)
  return (
    <div ref={list} tabIndex={-1} className="-outline-offset-2">
      <Filters filter={filter} items={items} />
      <BulkActions
        filter={{ channelId: channel.id, search: filter.term, state: filter.state }}
        total={query.isPlaceholderData ? 0 : total}
      />
      <div className="min-h-64">
        <PagedList what={t('The products')} query={query} empty={<NoItems filter={filter} isReading={isReading} />}>
          {(rows) => <ItemTable rows={rows} channel={channel} />}
        </PagedList>
      </div>
    </div>
  )
}

const stateLabels: Record<ItemState, string> = {
  suggested: t('To review'),
  matched: t('Matched'),
  unmatched: t('Not matched'),
  ignored: t('Ignored'),
  removed: t('Removed'),
}

/** In the order of the work. */
const shownStates = ['suggested', 'unmatched', 'matched', 'ignored', 'removed'] as const satisfies ItemState[]

type FiltersProps = { filter: ItemFilterState; items: ChannelHealth['items'] }

function Filters({ filter, items }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t('State')}</legend>
        {shownStates.map((state) => (
          <Button
            key={state}
            size="small"
            variant={filter.state === state ? 'secondary' : 'quiet'}
            aria-pressed={filter.state === state}
            onClick={() => filter.setState(state)}
          >
            {stateLabels[state]}
            {state !== 'removed' && <span className="text-muted">{formatNumber(items[state])}</span>}
          </Button>
        ))}
      </fieldset>
      <SearchBox
        label={t('Search products')}
        placeholder={t('Search by title, SKU or barcode')}
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:w-72"
      />
    </div>
  )
}

const emptyTexts: Record<ItemState, string> = {
  suggested: t('Nothing to review.'),
  unmatched: t('Every product has a SKU.'),
  matched: t('No products matched yet.'),
  ignored: t('No products ignored.'),
  removed: t('No products were removed from the shop.'),
}

function NoItems({ filter, isReading }: { filter: ItemFilterState; isReading: boolean }) {
  if (filter.term) {
    return (
      <EmptyState
        icon={<PackageSearch />}
        action={<Button onClick={() => filter.setText('')}>{t('Clear search')}</Button>}
      >
        {t('No products under “{state}” match “{term}”.', { state: stateLabels[filter.state], term: filter.term })}
      </EmptyState>
    )
  }
  return isReading ? (
    <Spinner label={t('Loading products…')} />
  ) : (
    <EmptyState icon={<PackageSearch />}>{emptyTexts[filter.state]}</EmptyState>
  )
}

type BulkActionsProps = {
  filter: ItemFilter
  /** Items that the filter finds. */
  total: number
}

/** One step for all items that are listed, where their state has one. */
function BulkActions({ filter, total }: BulkActionsProps) {
  if (total === 0) return null
  if (filter.state === 'suggested') return <AcceptSuggestions filter={filter} total={total} />
  return filter.state === 'unmatched' ? <CreateProducts filter={filter} total={total} /> : null
}

function AcceptSuggestions({ filter, total }: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const accept = useAcceptSuggestions()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <p className="text-sm text-muted">{t('Likely matches. Check the reason for each, or accept them all.')}</p>
      <PermittedButton
        access={channelItemsApi.acceptSuggestions.access}
        task={t('match products')}
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {t('{total, plural, one {Accept the suggestion} other {Accept all # suggestions}}', { total })}
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('{total, plural, one {Accept the suggestion?} other {Accept all # suggestions?}}', { total })}
        confirmLabel={total === 1 ? t('Accept') : t('Accept all')}
        isPending={accept.isPending}
        onConfirm={() => accept.mutate(filter, { onSettled: () => setIsAsking(false) })}
      >
        {t(
          '{total, plural, one {# product} other {# products}} will be matched with the suggested SKU. Waiting orders can then continue. You can undo each match.',
          { total },
        )}
      </ConfirmDialog>
    </div>
  )
}

function CreateProducts({ filter, total }: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const create = useCreateProducts()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <p className="text-sm text-muted">{t('None of your SKUs match these.')}</p>
      <PermittedButton
        access={channelItemsApi.createProducts.access}
        task={t('create products')}
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {t('{total, plural, one {Create a product for # item} other {Create products for # items}}', { total })}
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('{total, plural, one {Create a product for # item?} other {Create products for # items?}}', { total })}
        confirmLabel={t('Create products')}
        isPending={create.isPending}
        onConfirm={() => create.mutate(filter, { onSettled: () => setIsAsking(false) })}
      >
        {t(
          'Each item becomes a product with its own SKU in Lockstep and is matched with it. Items without a code are left out. Nothing changes in the shop.',
        )}
      </ConfirmDialog>
    </div>
  )
}

type ItemFilterState = ReturnType<typeof useItemFilter>

/** The filters, whose state is the URL. Without one the tab opens where there is work. */
function useItemFilter(items: ChannelHealth['items']) {
  const { text, term, setText } = useUrlSearch('search')
  const [stateParam, setState] = useUrlParam('state')
  const [firstState, setFirstState] = useState<ItemState | null>(null)
  // Decided once, so that the list doesn't change while its last item is being matched.
  if (firstState === null && items.total > 0) setFirstState(stateWithWork(items))
  const state = itemStates.find((one) => one === stateParam) ?? firstState ?? 'suggested'
  return { text, term, setText, state, setState }
}

function stateWithWork({ suggested, unmatched }: ChannelHealth['items']): ItemState {
  if (suggested > 0) return 'suggested'
  return unmatched > 0 ? 'unmatched' : 'matched'
}
