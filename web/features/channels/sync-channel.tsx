import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useSyncCatalog } from './api.ts'

export function SyncChannel({ channel: { id, name, isActive } }: { channel: ChannelRow }) {
  const syncCatalog = useSyncCatalog()
  const buttonProps = {
    size: 'small',
    'aria-label': `Sync ${name}`,
    children: (
      <>
        <RefreshCw aria-hidden />
        Sync
      </>
    ),
  } as const
  if (!isActive)
    return <BlockedButton {...buttonProps} reason="This channel is inactive. Switch it on in its settings." />
  return (
    <PermittedButton
      {...buttonProps}
      access={channelsApi.syncCatalog.access}
      task="start a sync"
      isPending={syncCatalog.isPending}
      onClick={() => syncCatalog.mutate(id)}
    />
  )
}
