import type { ChannelListing } from '#contract/channel-listings.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ActiveBadge } from '../active-badge.tsx'
import { LoadError } from '../failed-to-load.tsx'
import { useSkuChoices } from './api.ts'

type SkuChoicesProps = {
  channelId: string
  search: string
  chosenId: string | null
  onChoose: (listing: ChannelListing) => void
}

/** One of our SKUs, by arrow keys or pointer. */
export function SkuChoices({ channelId, search, chosenId, onChoose }: SkuChoicesProps) {
  const { data, error, isFetching, refetch } = useSkuChoices(channelId, search)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Your SKUs</legend>
      <div className="h-64 overflow-y-auto rounded-lg border" aria-busy={isFetching}>
        {error && (
          <div className="p-3">
            <LoadError what="Your SKUs" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !error && <Spinner />}
        {data?.rows.length === 0 && (
          <p className="p-4 text-muted">{search ? `No SKU matches “${search}”.` : 'There are no SKUs yet.'}</p>
        )}
        {data?.rows.map((listing) => (
          <SkuChoice
            key={listing.skuId}
            listing={listing}
            isChosen={listing.skuId === chosenId}
            onChoose={() => onChoose(listing)}
          />
        ))}
        {data && data.total > data.rows.length && (
          <p className="border-t px-3 py-2 text-sm text-muted">
            The first {data.rows.length} of {formatNumber(data.total)}. Type more of the SKU or title to find others.
          </p>
        )}
      </div>
    </fieldset>
  )
}

type SkuChoiceProps = { listing: ChannelListing; isChosen: boolean; onChoose: () => void }

function SkuChoice({ listing: { sku, title, isActive }, isChosen, onChoose }: SkuChoiceProps) {
  return (
    <label className="grid min-h-10 grid-cols-[auto_1fr_auto] items-start gap-x-3 border-b px-3 py-2 last:border-0 hover:bg-hover has-checked:bg-accent-soft">
      <input type="radio" name="sku" checked={isChosen} onChange={onChoose} className="mt-0.5 size-4 accent-accent" />
      <span className="min-w-0 font-mono font-medium wrap-anywhere">{sku}</span>{' '}
      {!isActive && <ActiveBadge isActive={false} />}
      <span className="col-start-2 min-w-0 text-sm text-muted wrap-anywhere">{title}</span>
    </label>
  )
}
