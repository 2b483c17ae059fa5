import Eye from 'lucide-react/icons/eye'
import { twoWayApi } from '#contract/two-way.ts'
import { ConnectedButton } from '#web/shared/connected-button.tsx'
import { useTwoWayPreview } from '#web/shared/two-way/api.ts'
import { ForceTwoWaySync } from '#web/shared/two-way/force-two-way-sync.tsx'
import { addressOf } from '#web/shared/two-way/two-way-drawer.tsx'
import { useRunningSyncs } from '#web/shared/use-recent-syncs.ts'

/** `onPreview` shows the preview that was started. */
export function TwoWaySyncButtons({ onPreview }: { onPreview: (address: string) => void }) {
  const preview = useTwoWayPreview()
  const { data: running = [] } = useRunningSyncs(['two_way'])
  const isSyncing = running.some(({ mode }) => mode !== 'dry_run')
  return (
    <>
      <ConnectedButton
        access={twoWayApi.preview.access}
        task="preview a sync"
        blockReason={isSyncing ? 'A two-way sync is under way. Preview the changes when it is done.' : null}
        isPending={preview.isPending}
        onClick={() => preview.mutate(undefined, { onSuccess: (runs) => onPreview(addressOf(runs)) })}
      >
        <Eye aria-hidden />
        Preview Changes
      </ConnectedButton>
      <ForceTwoWaySync />
    </>
  )
}
