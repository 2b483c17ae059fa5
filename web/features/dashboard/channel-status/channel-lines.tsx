import Globe from 'lucide-react/icons/globe'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { formatCount } from '#web/lib/figures.ts'
import { QueryContent } from '#web/shared/loaded.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChannelStates } from '../api.ts'
import { MoreLink } from '../more-link.tsx'
import { PermittedLink } from '../permitted-link.tsx'
import { ChannelLine } from './channel-line.tsx'

export function ChannelLines() {
  const query = useChannelStates()
  return (
    <QueryContent what="The channels" query={query} isInCard>
      {({ rows, total }) => (rows.length === 0 ? <NoChannels /> : <Lines channels={rows} more={total - rows.length} />)}
    </QueryContent>
  )
}

function Lines({ channels, more }: { channels: readonly ChannelRow[]; more: number }) {
  return (
    <>
      <ul aria-label="Channels" className="divide-y">
        {channels.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
      </ul>
      {more > 0 && <MoreLink href="/channels">{formatCount(more, 'more channel')}</MoreLink>}
    </>
  )
}

function NoChannels() {
  return (
    <EmptyState
      icon={<Globe />}
      action={
        <PermittedLink access={channelsApi.create.access} task="add channels" href="/channels?create=channel">
          Add Channel
        </PermittedLink>
      }
    >
      No sales channels configured yet. Add your first channel to start managing inventory.
    </EmptyState>
  )
}
