import type { SpeedPreview } from '#contract/fulfillment.ts'
import { formatMoney } from '#contract/money.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DaySpan } from '../day-span.tsx'
import { shippingSpeedLabels } from '../order-words.ts'

type SpeedOptionProps = {
  speed: ShippingSpeed
  isChosen: boolean
  isAsking: boolean
  /** Null where Amazon does not offer the speed, undefined where it has not said. */
  preview: SpeedPreview | null | undefined
  onChoose: () => void
}

export function SpeedOption({ speed, isChosen, isAsking, preview, onChoose }: SpeedOptionProps) {
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
      <span className="min-h-5 font-medium">{isAsking ? <Skeleton className="my-1 h-3 w-12" /> : feeOf(preview)}</span>
      <span className="col-span-2 col-start-2 min-h-5 text-sm text-muted">
        {isAsking ? <Skeleton className="my-1 h-3 w-56" /> : <Dates preview={preview} />}
      </span>
    </label>
  )
}

const feeOf = (preview: SpeedPreview | null | undefined) =>
  preview?.isFulfillable && preview.fee ? formatMoney(preview.fee.amount, preview.fee.currency) : null

/** When it ships and arrives, or why it can't. */
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
