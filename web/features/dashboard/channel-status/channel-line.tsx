import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Unplug from 'lucide-react/icons/unplug'
import type { ReactNode } from 'react'
import type { ChannelRow } from '#contract/channels.ts'
import { formatCount } from '#web/lib/figures.ts'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { channelState } from './channel-state.ts'
import { StatusLine } from './status-line.tsx'

const channelBadges: Record<ReturnType<typeof channelState>, ReactNode> = {
  Connected: (
    <Badge tone="success" icon={<Plug aria-hidden />}>
      Connected
    </Badge>
  ),
  Syncing: (
    <Badge tone="info" icon={<RefreshCw aria-hidden />}>
      Syncing
    </Badge>
  ),
  Inactive: (
    <Badge tone="neutral" icon={<Unplug aria-hidden />}>
      Inactive
    </Badge>
  ),
}

export function ChannelLine({ channel }: { channel: ChannelRow }) {
  return (
    <StatusLine
      icon={<ChannelIcon type={channel.type} />}
      name={channel.name}
      href={`/channels?channel=${channel.id}`}
      badge={channelBadges[channelState(channel)]}
    >
      <ChannelDetail channel={channel} />
    </StatusLine>
  )
}

/** What is wrong before how it goes: an active channel may have stopped letting us in. */
function ChannelDetail({ channel: { accessError, problems, lastOrderAt } }: { channel: ChannelRow }) {
  if (accessError) return <span className="text-danger">{accessError}</span>
  if (problems > 0) return <span className="text-warning">{formatCount(problems, 'problem')} to look at</span>
  if (!lastOrderAt) return 'No orders yet'
  return (
    <>
      Last order <RelativeTime moment={lastOrderAt} />
    </>
  )
}
