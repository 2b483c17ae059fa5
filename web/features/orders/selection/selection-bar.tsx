import CircleCheck from 'lucide-react/icons/circle-check'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import type { BatchAction, ShippingSpeed } from '#contract/order-words.ts'
import { counted } from '#web/lib/figures.ts'
import { useOnceAtATime } from '#web/lib/use-once-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { useStartBatch } from '../batches/api.ts'
import { BatchButton } from '../batches/batch-button.tsx'
import { FulfillBatch } from '../batches/fulfill-batch.tsx'
import { HoldBatch } from '../batches/hold-batch.tsx'
import { FloatingBar } from '../floating-bar.tsx'
import { ExportSelection } from './export-selection.tsx'
import type { OrderSelection } from './use-selection.ts'

type Details = { reason?: string; shippingSpeed?: ShippingSpeed }
type SelectionBarProps = { selection: OrderSelection; onStarted: (batchId: string) => void }

/** What can be done to all picked orders at once. */
export function SelectionBar({ selection: { orders, clear }, onStarted }: SelectionBarProps) {
  const [asking, setAsking] = useState<'fulfill' | 'hold' | null>(null)
  const { mutateAsync, isPending, variables, error, reset } = useStartBatch()
  const onceAtATime = useOnceAtATime()

  async function start(action: BatchAction, details: Details = {}) {
    const batch = await mutateAsync({ action, orderIds: orders.map(({ id }) => id), ...details })
    setAsking(null)
    clear()
    onStarted(batch.id)
  }

  function ask(action: 'fulfill' | 'hold') {
    reset()
    setAsking(action)
  }

  const buttonOf = (action: BatchAction) => ({ action, orders, isPending: isPending && variables.action === action })

  return (
    <FloatingBar label="Selected orders">
      <p className="mr-auto min-w-32 font-medium" aria-live="polite">
        {counted(orders.length, 'order')} selected
      </p>
      <BatchButton
        {...buttonOf('acknowledge')}
        icon={<CircleCheck aria-hidden />}
        onPress={() => onceAtATime(() => start('acknowledge'))}
      />
      <BatchButton {...buttonOf('fulfill')} icon={<PackageCheck aria-hidden />} onPress={() => ask('fulfill')} />
      <BatchButton {...buttonOf('hold')} icon={<Pause aria-hidden />} onPress={() => ask('hold')} />
      <BatchButton
        {...buttonOf('release')}
        icon={<Play aria-hidden />}
        onPress={() => onceAtATime(() => start('release'))}
      />
      <ExportSelection orders={orders} />
      <Button variant="quiet" onClick={clear}>
        Clear selection
      </Button>
      {asking === 'fulfill' && (
        <FulfillBatch
          count={orders.length}
          refusal={error}
          isPending={isPending}
          onSend={(details) => onceAtATime(() => start('fulfill', details))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'hold' && (
        <HoldBatch
          count={orders.length}
          refusal={error}
          onSend={(details) => start('hold', details)}
          onClose={() => setAsking(null)}
        />
      )}
    </FloatingBar>
  )
}
