import Globe from 'lucide-react/icons/globe'
import { channelsApi } from '#contract/channels.ts'
import { counted } from '#web/lib/figures.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { CardBody } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useChannelStates } from '../api.ts'
import { MoreLink } from '../more-link.tsx'
import { PermittedLink } from '../permitted-link.tsx'
import { ChannelLine } from './channel-line.tsx'

export function ChannelLines() {
  const { data, error, isFetching, refetch } = useChannelStates()
  const more = data ? data.total - data.rows.length : 0
  return (
    <>
      {error && (
        <CardBody>
          <FailedToLoad what="The channels" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {!data && !error && <Spinner />}
      {data?.rows.length === 0 && <NoChannels />}
      {data && data.rows.length > 0 && (
        <ul aria-label="Channels" className="divide-y">
          {data.rows.map((channel) => (
            <ChannelLine key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {more > 0 && <MoreLink href="/channels">{counted(more, 'more channel')}</MoreLink>}
    </>
  )
}

function NoChannels() {
  return (
    <EmptyState
      icon={<Globe />}
      action={
        <PermittedLink access={channelsApi.create.access} deed="add channels" href="/channels?create=channel">
          Add Channel
        </PermittedLink>
      }
    >
      No sales channels configured yet. Add your first channel to start managing inventory.
    </EmptyState>
  )
}
