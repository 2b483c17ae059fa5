import { Button } from '#web/ui/button.tsx'
import { FloatingBar } from '../floating-bar.tsx'
import { useBatch } from './api.ts'
import { BatchProgress } from './batch-progress.tsx'

type RunningBatchProps = { batchId: string; onShow: () => void }

/** The way back to a bulk action whose dialog was closed while it runs. */
export function RunningBatch({ batchId, onShow }: RunningBatchProps) {
  const { data: batch } = useBatch(batchId)
  if (!batch || batch.finishedAt !== null) return null
  return (
    <FloatingBar label="Work that goes on">
      <div className="min-w-48 flex-1">
        <BatchProgress batch={batch} />
      </div>
      <Button size="small" onClick={onShow}>
        Show results
      </Button>
    </FloatingBar>
  )
}
