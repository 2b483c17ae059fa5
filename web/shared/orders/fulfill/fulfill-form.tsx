import { type SubmitEvent, useState } from 'react'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { useSingleFlight } from '#web/lib/use-once-at-a-time.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { ServerErrorAlert } from '../../refusal.tsx'
import { useNow } from '../../use-now.ts'
import { useFulfill } from '../api.ts'
import { FulfillWarnings } from './fulfill-warnings.tsx'
import {
  chosenItems,
  overrideLabel,
  isUnfulfillable,
  requiresOverride,
  obstacleToSending,
  obstacleToSpeed,
  type Units,
} from './sending.ts'
import { SpeedChoice } from './speed-choice.tsx'
import { UnitChoice } from './unit-choice.tsx'
import { useSpeedPreviews } from './use-speed-previews.ts'

export function FulfillForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [units, setUnits] = useState<Units>({})
  const [speed, setSpeed] = useState<ShippingSpeed>(order.shippingSpeed)
  const [acceptedRisk, setAcceptedRisk] = useState<string | null>(null)
  const now = useNow()
  const fulfill = useFulfill()
  const singleFlight = useSingleFlight()
  const items = chosenItems(order, units)
  const obstacle = obstacleToSending(order, units, new Date(now))
  const previews = useSpeedPreviews({ orderId: order.id, items, isWanted: obstacle === null })
  const override = overrideLabel(order, fulfill.error)
  // Of just this: what came up since it was ticked, nobody has agreed to.
  const insists = override !== null && acceptedRisk === override
  const block =
    obstacle ??
    (previews.isAsking ? 'Amazon has not answered with fees and dates yet.' : null) ??
    (previews.speeds && obstacleToSpeed(speed, previews.speeds)) ??
    (!insists && requiresOverride(order, items) ? 'Say that you want to send it all the same.' : null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (block) return
    const sending = { orderId: order.id, shippingSpeed: speed, insists, ...(items && { items }) }
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
          checked={insists}
          onChange={(event) => setAcceptedRisk(event.target.checked ? override : null)}
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
