import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import type { ComponentProps } from 'react'
import type { SyncRun } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { ConnectedButton } from '../connected-button.tsx'
import { useTwoWaySync } from './api.ts'

type ForceTwoWaySyncProps = { onStarted?: (runs: SyncRun[]) => void } & Pick<
  ComponentProps<typeof ConnectedButton>,
  'variant'
>

export function ForceTwoWaySync({ onStarted, variant }: ForceTwoWaySyncProps) {
  const sync = useTwoWaySync()
  return (
    <ConnectedButton
      variant={variant}
      access={twoWayApi.sync.access}
      task="start a sync"
      isPending={sync.isPending}
      onClick={() => sync.mutate(undefined, onStarted && { onSuccess: onStarted })}
    >
      <ArrowLeftRight aria-hidden />
      Force Two-Way Sync Now
    </ConnectedButton>
  )
}
