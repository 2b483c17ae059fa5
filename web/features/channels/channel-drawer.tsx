import type { ChannelDetail } from '#contract/channels.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useChannel } from './api.ts'
import { channelTabs } from './channel-tabs.ts'
import { DiscardChangesDialog } from '#web/shared/discard-question.tsx'
import { useSecrets } from './keys/use-secrets.ts'
import { useUnsavedChanges } from '#web/shared/use-unsaved.ts'

type ChannelDrawerProps = {
  channelId: string
  /** As the URL says it, which may be anything. */
  tab: string | null
  onTabChange: (tab: string) => void
  onClose: () => void
}

export function ChannelDrawer({ channelId, tab, onTabChange, onClose }: ChannelDrawerProps) {
  const { data: channel, error, isFetching, refetch } = useChannel(channelId)
  const secrets = useSecrets(channelId)
  const unsaved = useUnsavedChanges()
  const { value: openTab } = channelTabs.find(({ value }) => value === tab) ?? channelTabs[0]
  const changeTab = (next: string) => unsaved.leave(() => onTabChange(next))

  return (
    <Drawer
      open
      onOpenChange={() => unsaved.leave(onClose)}
      side="right"
      size="wide"
      title={channel ? <Title channel={channel} /> : 'Channel'}
    >
      {error && (
        <div className="p-4">
          <LoadError what="The channel" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!channel && !error && <Spinner />}
      {channel && (
        <Tabs
          label="About this channel"
          isChosenByPress
          value={openTab}
          onValueChange={changeTab}
          tabs={channelTabs.map(({ Content, ...face }) => ({
            ...face,
            content: (
              <Content
                channel={channel}
                secrets={secrets}
                onDirtyChange={unsaved.onDirtyChange}
                onTabChange={changeTab}
              />
            ),
          }))}
        />
      )}
      <DiscardChangesDialog unsaved={unsaved} />
    </Drawer>
  )
}

function Title({ channel: { name, type, isActive } }: { channel: ChannelDetail }) {
  return (
    <span className="flex items-center gap-2.5">
      <ChannelIcon type={type} className="size-5 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
        {name} <ActiveBadge isActive={isActive} />
      </span>
    </span>
  )
}
