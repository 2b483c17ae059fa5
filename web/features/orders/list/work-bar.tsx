import { Suspense } from 'react'
import type { BatchDialogControl } from '../batches/use-batch-dialog.ts'
import { RunningBatch, SelectionBar } from '../later-parts.ts'
import type { OrderSelection } from '../selection/use-selection.ts'

type WorkBarProps = { selection: OrderSelection; batch: BatchDialogControl }

/** Stays in sight at the foot of the window: what to do with the picked orders, and what is being done to others. */
export function WorkBar({ selection, batch: { openId, lastId, show } }: WorkBarProps) {
  return (
    <div className="sticky bottom-4 z-20 grid gap-2">
      <Suspense>
        {lastId && openId === null && <RunningBatch key={lastId} batchId={lastId} onShow={() => show(lastId)} />}
      </Suspense>
      <Suspense>{selection.orders.length > 0 && <SelectionBar selection={selection} onStarted={show} />}</Suspense>
    </div>
  )
}
