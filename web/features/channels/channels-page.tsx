import { Suspense } from 'react'
import { useAttention } from '#web/shared/attention/api.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AddChannelButton } from './add/add-channel-button.tsx'
import { AddChannel } from './add/add-channel.tsx'
import { useChannels } from './api.ts'
import { AttentionCard } from './attention/needs-attention.tsx'
import { ChannelList } from './channel-grid.tsx'
import { ChannelDrawer } from './later-parts.ts'

/** What is chosen inside a tab of the drawer. */
const tabParams = ['search', 'state', 'delivery']
const attentionPreviewSize = 3

export function ChannelsPage() {
  const detail = useUrlDetail('channel', 'tab', tabParams)
  const attention = useAttention({ first: attentionPreviewSize })
  const channels = useChannels()

  function openTab(channelId: string, tab: string) {
    detail.open(channelId)
    detail.choose(tab)
  }

  const connect = (channelId: string) => openTab(channelId, 'connect')

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Channels"
        subtitle="Where you sell: orders come in from here, stock and tracking go out"
        actions={<AddChannel onCreated={connect} />}
      />
      {attention.isFetched ? (
        <>
          <AttentionCard attention={attention} />
          <ChannelList
            channels={channels}
            onSettings={detail.open}
            empty={<AddChannelButton label="Add Your First Channel" />}
          />
        </>
      ) : (
        // The cards wait, so that what stands above them doesn't push them down when it arrives.
        <Spinner />
      )}
      <Suspense>
        {detail.id && (
          <ChannelDrawer
            key={detail.id}
            channelId={detail.id}
            tab={detail.inside}
            onTabChange={detail.choose}
            onClose={detail.close}
          />
        )}
      </Suspense>
    </div>
  )
}
