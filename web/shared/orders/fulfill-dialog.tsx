import { type SubmitEvent, useState } from 'react'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useSingleFlight } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { useNow } from '../relative-time.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { type OrderDialogProps, useFulfill, useOrder } from './api.ts'
import { EditAddressDialog } from './edit-address.tsx'
import {
  chosenItems,
  isUnfulfillable,
  obstacleToSending,
  obstacleToSpeed,
  overrideLabel,
  requiresOverride,
  type Units,
  unitsOf,
  unsentLines,
} from './fulfill-rules.ts'
import { SpeedChoice, useSpeedPreviews } from './shipping-speed.tsx'

export function FulfillDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Fulfill order ${orderNumber}`}
      description="Amazon packs and ships it from your stock there."
    >
      {error && !order && (
        <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <FulfillForm order={order} onClose={onClose} />}
    </Dialog>
  )
}

function FulfillForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [units, setUnits] = useState<Units>({})
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
    (previews.isLoading ? 'Amazon has not answered with fees and dates yet.' : null) ??
    (previews.speeds && obstacleToSpeed(speed, previews.speeds)) ??
    (!isOverridden && requiresOverride(order, items) ? 'Say that you want to send it all the same.' : null)

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
        <Button onClick={onClose}>Cancel</Button>
        {block ? (
          <BlockedButton variant="primary" reason={block}>
            Send to Amazon
          </BlockedButton>
        ) : (
          <Button type="submit" variant="primary" isPending={fulfill.isPending}>
            Send to Amazon
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
          title="Amazon can’t deliver to this address"
          action={
            <Button size="small" onClick={() => setIsEditing(true)}>
              Edit address
            </Button>
          }
        >
          {addressProblems.join('. ')}.
        </Alert>
      )}
      {attentions.length > 0 && (
        <Alert tone="warning" title="This order needs attention">
          <ul className="grid gap-1">
            {attentions.map(({ id, reason }) => (
              <li key={id}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isEditing && <EditAddressDialog order={order} onClose={() => setIsEditing(false)} />}
    </>
  )
}

type UnitChoiceProps = { order: OrderDetail; units: Units; onUnitsChange: (units: Units) => void }

/** Quantity to send per line; by default everything that is left. */
function UnitChoice({ order, units, onUnitsChange }: UnitChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Units to send</legend>
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
                aria-label={`Units of ${sku}`}
                className="max-w-20 text-right"
                value={unitsOf(order, units, id)}
                onFocus={(event) => event.target.select()}
                onChange={({ target }) => onUnitsChange({ ...units, [id]: wholeUnits(target.value, unsent) })}
              />
              of {unsent}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const wholeUnits = (typed: string, most: number) => Math.min(Math.max(Math.trunc(Number(typed)) || 0, 0), most)
