import Plus from 'lucide-react/icons/plus'
import { Suspense } from 'react'
import { channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { type AttentionQueryResult, useAttention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { currentParams, useUrlDetail, useUrlDialog, useUrlParams } from '#web/shared/url-state.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useChannels } from './api.ts'
import { ChannelList } from './channel-list.tsx'
import { AddChannelDialog, ChannelDrawer, ConsentReturn } from './lazy.ts'

/** URL parameters of the drawer's tabs; cleared when another tab is opened. */
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
  const match = (channelId: string) => openTab(channelId, 'matching')

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Channels')}
        subtitle={t('Where you sell: orders come in, stock and tracking go out')}
        actions={<AddChannel onCreated={connect} onMatch={match} />}
      />
      {attention.isFetched ? (
        <>
          <AttentionCard attention={attention} />
          <ChannelList
            channels={channels}
            onSettings={detail.open}
            empty={<AddChannelButton label={t('Add Your First Channel')} />}
          />
        </>
      ) : (
        // The cards wait for the attention card above them, so that they do not jump down.
        <Spinner />
      )}
      <ReturnFromShop onMatch={match} />
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

type AddChannelProps = { onCreated: (channelId: string) => void; onMatch: (channelId: string) => void }

export function AddChannel({ onCreated, onMatch }: AddChannelProps) {
  const { isOpen, close } = useUrlDialog('channel', channelsApi.create.access)
  return (
    <>
      <AddChannelButton label={t('Add Channel')} />
      <Suspense>{isOpen && <AddChannelDialog onCreated={onCreated} onMatch={onMatch} onClose={close} />}</Suspense>
    </>
  )
}

/** What our return address names, and what a shop's consent page adds to it. */
const returnParams = ['connect', 'success', 'user_id']

/** A shop's consent page leads back here. */
function ReturnFromShop({ onMatch }: { onMatch: (channelId: string) => void }) {
  const [params, setParams] = useUrlParams()
  const attemptId = params.get('connect')

  function close() {
    const next = currentParams()
    for (const name of returnParams) next.delete(name)
    setParams(next, { replace: true })
  }

  return (
    <Suspense>
      {attemptId && (
        <ConsentReturn
          attemptId={attemptId}
          isDenied={params.get('success') === '0'}
          onClose={close}
          onMatch={(channelId) => {
            close()
            onMatch(channelId)
          }}
        />
      )}
    </Suspense>
  )
}

/** Opens the dialog that `AddChannel` renders on the same page. */
function AddChannelButton({ label }: { label: string }) {
  const { open } = useUrlDialog('channel', channelsApi.create.access)
  return (
    <PermittedButton
      access={channelsApi.create.access}
      task={t('add channels')}
      variant="primary"
      onFocus={AddChannelDialog.preload}
      onPointerEnter={AddChannelDialog.preload}
      onClick={open}
    >
      <Plus aria-hidden />
      {label}
    </PermittedButton>
  )
}

/** The first attention items of all channels; hidden if there are none. */
function AttentionCard({ attention }: { attention: AttentionQueryResult }) {
  const total = attention.data?.total ?? 0
  const card = useFocusAfterRemoval(total)
  if (attention.data && total === 0) return null
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="needs-attention">
      <CardHeader
        id="needs-attention"
        title={t('Needs attention')}
        description={
          total > 0 && t('{total, plural, one {# item to review} other {# items to review, oldest first}}', { total })
        }
      />
      <AttentionList attention={attention} empty={null} />
    </Card>
  )
}
