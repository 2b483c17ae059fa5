import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ChosenItems, SpeedPreview } from '#contract/fulfillment.ts'
import { formatMoney } from '#contract/money.ts'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { DaySpan } from '../dates.tsx'
import { LoadError } from '../query-content.tsx'
import { useDebounced } from '../use-debounced.ts'
import { usePreview } from './api.ts'
import { shippingSpeedLabels } from './order-labels.ts'

type SpeedChoiceProps = {
  speed: ShippingSpeed
  onSpeedChange: (speed: ShippingSpeed) => void
  previews: SpeedPreviews
}

export function SpeedChoice({ speed, onSpeedChange, previews }: SpeedChoiceProps) {
  const { speeds, error, isLoading, isEnabled, retry } = previews
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Shipping speed</legend>
      <div aria-busy={isLoading} className="divide-y overflow-hidden rounded-lg border">
        {shippingSpeeds.map((each) => (
          <SpeedOption
            key={each}
            speed={each}
            isChosen={each === speed}
            isLoading={isLoading}
            preview={speeds && (speeds.find(({ shippingSpeed }) => shippingSpeed === each) ?? null)}
            onChoose={() => onSpeedChange(each)}
          />
        ))}
      </div>
      {error && !isLoading ? (
        <div className="mt-2">
          <LoadError what="Fees and dates" error={error} onRetry={retry} />
          <p className="mt-2 text-sm text-muted">You can send it without them; the order shows them later.</p>
        </div>
      ) : (
        <output className="mt-2 flex min-h-5 items-center gap-2 text-sm text-muted">
          {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
          {isLoading && 'Amazon is asked for fees and dates…'}
          {!isLoading && isEnabled && 'Amazon’s estimate. Asking for it reserves nothing.'}
        </output>
      )}
    </fieldset>
  )
}

type SpeedOptionProps = {
  speed: ShippingSpeed
  isChosen: boolean
  isLoading: boolean
  /** Null when Amazon does not offer the speed, undefined while it has not answered. */
  preview: SpeedPreview | null | undefined
  onChoose: () => void
}

function SpeedOption({ speed, isChosen, isLoading, preview, onChoose }: SpeedOptionProps) {
  const isImpossible = preview === null || preview?.isFulfillable === false
  return (
    <label className="grid min-h-14 grid-cols-[auto_1fr_auto] items-start gap-x-3 px-3 py-2 has-checked:bg-accent-soft has-enabled:hover:bg-hover has-checked:has-enabled:hover:bg-accent-soft">
      <input
        type="radio"
        name="speed"
        checked={isChosen}
        disabled={isImpossible}
        onChange={onChoose}
        className="mt-0.5 size-4 accent-accent"
      />
      <span className={isImpossible ? 'font-medium text-muted' : 'font-medium'}>{shippingSpeedLabels[speed]}</span>{' '}
      <span className="min-h-5 font-medium">{isLoading ? <Skeleton className="my-1 h-3 w-12" /> : feeOf(preview)}</span>
      <span className="col-span-2 col-start-2 min-h-5 text-sm text-muted">
        {isLoading ? <Skeleton className="my-1 h-3 w-56" /> : <Dates preview={preview} />}
      </span>
    </label>
  )
}

const feeOf = (preview: SpeedPreview | null | undefined) =>
  preview?.isFulfillable && preview.fee ? formatMoney(preview.fee.amount, preview.fee.currency) : null

/** Ship and arrival dates, or the reason why this speed is impossible. */
function Dates({ preview }: Pick<SpeedOptionProps, 'preview'>) {
  if (preview === undefined) return null
  if (preview === null) return 'Amazon doesn’t offer this speed for this order.'
  if (!preview.isFulfillable) {
    const problems = preview.problems.length > 0 ? preview.problems : ['Amazon can’t ship it this way.']
    return <span className="text-danger">{problems.join(' ')}</span>
  }
  const { latestShipDate, earliestArrivalDate, latestArrivalDate } = preview
  return (
    <>
      {latestShipDate && (
        <>
          Ships by <DaySpan from={latestShipDate} to={null} />
        </>
      )}
      {latestShipDate && (earliestArrivalDate ?? latestArrivalDate) && ', '}
      {(earliestArrivalDate ?? latestArrivalDate) && (
        <>
          arrives <DaySpan from={earliestArrivalDate} to={latestArrivalDate} />
        </>
      )}
    </>
  )
}

type PreviewRequest = { orderId: string; items: ChosenItems | undefined; isEnabled: boolean }

type SpeedPreviews = ReturnType<typeof useSpeedPreviews>

/** Amazon's fees and dates for the chosen units, debounced while the units change. */
export function useSpeedPreviews({ orderId, items, isEnabled }: PreviewRequest) {
  const chosen = JSON.stringify({ items, isEnabled })
  const debounced = useDebounced(chosen)
  const isDebounced = debounced === chosen
  const { data, error, isFetching, refetch } = usePreview(orderId, items, isEnabled && isDebounced)
  return {
    speeds: isEnabled && isDebounced ? data : undefined,
    error: isEnabled && isDebounced ? error : null,
    isLoading: isEnabled && (!isDebounced || isFetching),
    isEnabled,
    retry: () => void refetch(),
  }
}
