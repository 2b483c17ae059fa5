import PackageSearch from 'lucide-react/icons/package-search'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import type { ChannelHealth } from '#contract/channel-connect.ts'
import { channelItemsApi, type ItemState, itemStates } from '#contract/channel-items.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
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
    <QueryContent what="The products" query={query} isInCard>
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
        {isReading ? (
          `Reading products… ${formatNumber(items.total)} so far`
        ) : itemsReadAt ? (
          <>
            Products read <RelativeTime moment={itemsReadAt} />
          </>
        ) : (
          'The products have not been read yet.'
        )}
      </p>
      <PermittedButton
        access={channelItemsApi.read.access}
        task="read products"
        size="small"
        isPending={isReading}
        onClick={() => read.mutate({ channelId: channel.id })}
      >
        <RefreshCw aria-hidden />
        {itemsReadAt ? 'Read again' : 'Read products'}
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
        <PagedList what="The products" query={query} empty={<NoItems filter={filter} isReading={isReading} />}>
          {(rows) => <ItemTable rows={rows} channel={channel} />}
        </PagedList>
      </div>
    </div>
  )
}

const stateLabels: Record<ItemState, string> = {
  suggested: 'To check',
  matched: 'Matched',
  unmatched: 'Not matched',
  ignored: 'Ignored',
  removed: 'Removed',
}

/** In the order of the work. */
const shownStates = ['suggested', 'unmatched', 'matched', 'ignored', 'removed'] as const satisfies ItemState[]

type FiltersProps = { filter: ItemFilterState; items: ChannelHealth['items'] }

function Filters({ filter, items }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">State</legend>
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
        label="Search products"
        placeholder="Search by title, SKU or barcode"
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:w-72"
      />
    </div>
  )
}

const emptyTexts: Record<ItemState, string> = {
  suggested: 'Nothing to check.',
  unmatched: 'Every product has a SKU.',
  matched: 'No product is matched yet.',
  ignored: 'No product is ignored.',
  removed: 'The shop still sells everything that it sold.',
}

function NoItems({ filter, isReading }: { filter: ItemFilterState; isReading: boolean }) {
  if (filter.term) {
    return (
      <EmptyState icon={<PackageSearch />} action={<Button onClick={() => filter.setText('')}>Clear search</Button>}>
        No product under {stateLabels[filter.state]} matches “{filter.term}”.
      </EmptyState>
    )
  }
  return isReading ? (
    <Spinner label="Reading products…" />
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
  const label = total === 1 ? 'Accept the suggestion' : `Accept all ${formatCount(total, 'suggestion')}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <p className="text-sm text-muted">Likely matches. Check the reason of each, or accept them all.</p>
      <PermittedButton
        access={channelItemsApi.acceptSuggestions.access}
        task="match products"
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {label}
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${label}?`}
        confirmLabel={total === 1 ? 'Accept' : 'Accept all'}
        isPending={accept.isPending}
        onConfirm={() => accept.mutate(filter, { onSettled: () => setIsAsking(false) })}
      >
        {formatCount(total, 'product')} will be matched with the SKU suggested for each. Orders that wait for them
        continue. You can undo each match.
      </ConfirmDialog>
    </div>
  )
}

function CreateProducts({ filter, total }: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const create = useCreateProducts()
  const label = `Create products for ${formatCount(total, 'item')}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <p className="text-sm text-muted">None of your SKUs fits these.</p>
      <PermittedButton
        access={channelItemsApi.createProducts.access}
        task="create products"
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {label}
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${label}?`}
        confirmLabel="Create products"
        isPending={create.isPending}
        onConfirm={() => create.mutate(filter, { onSettled: () => setIsAsking(false) })}
      >
        Each item becomes a product with a SKU of its own in Lockstep, and is matched with it. Items without a code are
        left out. The shop stays as it is.
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
