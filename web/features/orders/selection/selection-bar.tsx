import CircleCheck from 'lucide-react/icons/circle-check'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import type { BatchAction, ShippingSpeed } from '#contract/order-status.ts'
import { formatCount } from '#web/lib/figures.ts'
import { useSingleFlight } from '#web/lib/use-once-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { useStartBatch } from '../batches/api.ts'
import { BatchButton } from '../batches/batch-button.tsx'
import { FulfillBatchDialog } from '../batches/fulfill-batch.tsx'
import { HoldBatchDialog } from '../batches/hold-batch.tsx'
import { FloatingBar } from '../floating-bar.tsx'
import { ExportSelection } from './export-selection.tsx'
import type { OrderSelection } from './use-selection.ts'

type BatchDetails = { reason?: string; shippingSpeed?: ShippingSpeed }
type SelectionBarProps = { selection: OrderSelection; onStarted: (batchId: string) => void }

/** What can be done to all picked orders at once. */
export function SelectionBar({ selection: { orders, clear }, onStarted }: SelectionBarProps) {
  const [openForm, setOpenForm] = useState<'fulfill' | 'hold' | null>(null)
  const { mutateAsync, isPending, variables, error, reset } = useStartBatch()
  const onceAtATime = useSingleFlight()

  async function start(action: BatchAction, details: BatchDetails = {}) {
    const batch = await mutateAsync({ action, orderIds: orders.map(({ id }) => id), ...details })
    setOpenForm(null)
    clear()
    onStarted(batch.id)
  }

  function showForm(action: 'fulfill' | 'hold') {
    reset()
    setOpenForm(action)
  }

  const buttonProps = (action: BatchAction) => ({ action, orders, isPending: isPending && variables.action === action })

  return (
    <FloatingBar label="Selected orders">
      <p className="mr-auto min-w-32 font-medium" aria-live="polite">
        {formatCount(orders.length, 'order')} selected
      </p>
      <BatchButton
        {...buttonProps('acknowledge')}
        icon={<CircleCheck aria-hidden />}
        onPress={() => onceAtATime(() => start('acknowledge'))}
      />
      <BatchButton
        {...buttonProps('fulfill')}
        icon={<PackageCheck aria-hidden />}
        onPress={() => showForm('fulfill')}
      />
      <BatchButton {...buttonProps('hold')} icon={<Pause aria-hidden />} onPress={() => showForm('hold')} />
      <BatchButton
        {...buttonProps('release')}
        icon={<Play aria-hidden />}
        onPress={() => onceAtATime(() => start('release'))}
      />
      <ExportSelection orders={orders} />
      <Button variant="quiet" onClick={clear}>
        Clear selection
      </Button>
      {openForm === 'fulfill' && (
        <FulfillBatchDialog
          count={orders.length}
          refusal={error}
          isPending={isPending}
          onSend={(details) => onceAtATime(() => start('fulfill', details))}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'hold' && (
        <HoldBatchDialog
          count={orders.length}
          refusal={error}
          onSend={(details) => start('hold', details)}
          onClose={() => setOpenForm(null)}
        />
      )}
    </FloatingBar>
  )
}
