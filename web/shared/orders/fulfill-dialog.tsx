import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type SubmitEvent, useState } from 'react'
import type { ChosenItems, SpeedPreview } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/field.tsx'
import { Skeleton, Spinner } from '#web/ui/loading.tsx'
import { DaySpan } from '../dates.tsx'
import { useSingleFlight } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { useNow } from '../relative-time.tsx'
import { rich } from '../rich.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { useDebounced } from '../use-debounced.ts'
import { type OrderDialogProps, useFulfill, useOrder, usePreview } from './api.ts'
import { EditAddressDialog } from './edit-address.tsx'
import {
  chosenItems,
  coveredUnits,
  isUnfulfillable,
  obstacleToSending,
  obstacleToSpeed,
  overrideLabel,
  requiresOverride,
  type Units,
  unitsOf,
  unsentLines,
} from './fulfill-rules.ts'
import { shippingSpeedLabels } from './order-labels.ts'

type FulfillDialogProps = OrderDialogProps & {
  /** Begins with the units that are in stock. */
  onlyCovered?: boolean
}

export function FulfillDialog({ order: { id, orderNumber }, onlyCovered = false, onClose }: FulfillDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Fulfill order {orderNumber}', { orderNumber })}
      description={t('Ships from your stock at Amazon.')}
    >
      {error && !order && (
        <LoadError what={t('The order')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <FulfillForm order={order} onlyCovered={onlyCovered} onClose={onClose} />}
    </Dialog>
  )
}

type FulfillFormProps = { order: OrderDetail; onlyCovered: boolean; onClose: () => void }

function FulfillForm({ order, onlyCovered, onClose }: FulfillFormProps) {
  const [units, setUnits] = useState<Units>(() => (onlyCovered ? coveredUnits(order) : {}))
  const [speed, setSpeed] = useState<ShippingSpeed>(order.shippingSpeed)
  const [acceptedOverride, setAcceptedOverride] = useState<string | null>(null)
  const now = useNow()
  const fulfill = useFulfill()
  const singleFlight = useSingleFlight()
  const items = chosenItems(order, units)
  const obstacle = obstacleToSending(order, units, new Date(now))
  const previews = useSpeedPreviews({ orderId: order.id, items, isEnabled: obstacle === null })
  const override = overrideLabel(order, fulfill.error)
  // The person agreed to this text only: if another reason comes up, the box must be ticked again.
  const isOverridden = override !== null && acceptedOverride === override
  const block =
    obstacle ??
    (previews.isLoading ? t('Waiting for Amazon’s fees and dates.') : null) ??
    (previews.speeds && obstacleToSpeed(speed, previews.speeds)) ??
    (!isOverridden && requiresOverride(order, items) ? t('Confirm that you want to send it anyway.') : null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (block) return
    const sending = { orderId: order.id, shippingSpeed: speed, insists: isOverridden, ...(items && { items }) }
    singleFlight(() => fulfill.mutateAsync(sending).then(onClose))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FulfillWarnings order={order} />
      <UnitChoice order={order} units={units} onUnitsChange={setUnits} />
      <SpeedChoice speed={speed} onSpeedChange={setSpeed} previews={previews} />
      <ServerErrorAlert error={fulfill.error} />
      {override && !(previews.speeds && isUnfulfillable(previews.speeds)) && (
        <Checkbox
          label={override}
          checked={isOverridden}
          onChange={(event) => setAcceptedOverride(event.target.checked ? override : null)}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {block ? (
          <BlockedButton variant="primary" reason={block}>
            {t('Send to Amazon')}
          </BlockedButton>
        ) : (
          <Button type="submit" variant="primary" isPending={fulfill.isPending}>
            {t('Send to Amazon')}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

/** Problems of the order to know before sending it. */
function FulfillWarnings({ order }: { order: OrderDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  const { addressProblems, attentions } = order
  return (
    <>
      {addressProblems.length > 0 && (
        <Alert
          tone="danger"
          title={t('Amazon can’t deliver to this address')}
          action={
            <Button size="small" onClick={() => setIsEditing(true)}>
              {t('Edit address')}
            </Button>
          }
        >
          {addressProblems.join('. ')}.
        </Alert>
      )}
      {attentions.length > 0 && (
        <Alert tone="warning" title={t('This order needs attention')}>
          <ul className="grid gap-1">
            {attentions.map(({ id, reason }) => (
              <li key={id}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isEditing && <EditAddressDialog order={order} onlySaves onClose={() => setIsEditing(false)} />}
    </>
  )
}

type UnitChoiceProps = { order: OrderDetail; units: Units; onUnitsChange: (units: Units) => void }

/** Quantity to send per line; by default everything that is left. */
export function UnitChoice({ order, units, onUnitsChange }: UnitChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('Units to send')}</legend>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-lg border">
        {unsentLines(order).map(({ id, sku, title, unsent }) => (
          <li key={id} className="flex items-center justify-between gap-4 px-3 py-2">
            <span className="min-w-0">
              <span className="line-clamp-2 wrap-anywhere">{title ?? sku}</span>
              {title && <span className="block font-mono text-sm text-muted wrap-anywhere">{sku}</span>}
            </span>
            <span className="flex shrink-0 items-center gap-2 whitespace-nowrap text-muted">
              <Input
                type="number"
                min={0}
                max={unsent}
                aria-label={t('Units of {sku}', { sku })}
                className="max-w-20 text-right"
                value={unitsOf(order, units, id)}
                onFocus={(event) => event.target.select()}
                onChange={({ target }) => onUnitsChange({ ...units, [id]: wholeUnits(target.value, unsent) })}
              />
              {t('of {unsent}', { unsent })}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const wholeUnits = (typed: string, most: number) => Math.min(Math.max(Math.trunc(Number(typed)) || 0, 0), most)

type SpeedChoiceProps = {
  speed: ShippingSpeed
  onSpeedChange: (speed: ShippingSpeed) => void
  previews: SpeedPreviews
}

function SpeedChoice({ speed, onSpeedChange, previews }: SpeedChoiceProps) {
  const { speeds, error, isLoading, isEnabled, retry } = previews
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('Shipping speed')}</legend>
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
          <LoadError what={t('Fees and dates')} error={error} onRetry={retry} />
          <p className="mt-2 text-sm text-muted">
            {t('You can send it without them; they’ll appear in the order later.')}
          </p>
        </div>
      ) : (
        <output className="mt-2 flex min-h-5 items-center gap-2 text-sm text-muted">
          {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
          {isLoading && t('Getting fees and dates from Amazon…')}
          {!isLoading && isEnabled && t('Amazon’s estimate; nothing is reserved yet.')}
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
  if (preview === null) return t('Amazon doesn’t offer this speed for this order.')
  if (!preview.isFulfillable) {
    const problems = preview.problems.length > 0 ? preview.problems : [t('Amazon can’t ship it this way.')]
    return <span className="text-danger">{problems.join(' ')}</span>
  }
  const { latestShipDate, earliestArrivalDate, latestArrivalDate } = preview
  const shipping = <DaySpan from={latestShipDate} to={null} />
  const arrival = <DaySpan from={earliestArrivalDate} to={latestArrivalDate} />
  if (!(earliestArrivalDate ?? latestArrivalDate)) return latestShipDate && rich(t('Ships by {shipping}'), { shipping })
  return latestShipDate
    ? rich(t('Ships by {shipping}, arrives {arrival}'), { shipping, arrival })
    : rich(t('Arrives {arrival}'), { arrival })
}

type PreviewRequest = { orderId: string; items: ChosenItems | undefined; isEnabled: boolean }

type SpeedPreviews = ReturnType<typeof useSpeedPreviews>

/** Amazon's fees and dates for the chosen units, debounced while the units change. */
function useSpeedPreviews({ orderId, items, isEnabled }: PreviewRequest) {
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
