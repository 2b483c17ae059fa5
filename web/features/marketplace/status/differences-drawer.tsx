import { type DifferenceCause, differenceCauses } from '#contract/marketplace-values.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDifferences } from './api.ts'
import { DifferenceItem } from './difference-item.tsx'
import { causeDescriptions } from './sync-words.ts'

const everyCause = 'all'

const options: readonly { value: DifferenceCause | typeof everyCause; label: string }[] = [
  { value: everyCause, label: 'All causes' },
  ...differenceCauses.map((cause) => ({ value: cause, label: causeDescriptions[cause].word })),
]

type DifferencesDrawerProps = {
  runId: string
  /** As the URL says it, which may be anything. */
  cause: string | null
  onCauseChange: (cause: DifferenceCause | typeof everyCause) => void
  onClose: () => void
}

export function DifferencesDrawer({ runId, cause, onCauseChange, onClose }: DifferencesDrawerProps) {
  const chosen = differenceCauses.find((one) => one === cause)
  const differences = useDifferences({ runId, cause: chosen })
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title="Differences from Amazon">
      <div className="grid gap-3 px-4 pb-3">
        <p className="text-muted">What stood here and what Amazon said, SKU by SKU, when a full sync compared them.</p>
        <div className="sm:max-w-60">
          <Select aria-label="Cause" options={options} value={chosen ?? everyCause} onValueChange={onCauseChange} />
        </div>
        {chosen && <p className="text-sm text-muted">{causeDescriptions[chosen].about}</p>}
      </div>
      <div className="border-t">
        <PagedList
          what="The differences"
          query={differences}
          empty={
            <EmptyState>
              {chosen ? 'No difference has this cause.' : 'Every number here was the same as Amazon’s.'}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Differences" className="divide-y">
              {rows.map((difference) => (
                <DifferenceItem key={difference.id} difference={difference} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Drawer>
  )
}
