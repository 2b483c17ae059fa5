import Globe from 'lucide-react/icons/globe'
import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unplug from 'lucide-react/icons/unplug'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { openedFromList } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type useChannels, useSyncCatalog } from './api.ts'
import { isShop, typeLabel } from './channel-kind.ts'
import { FeedAddress, FeedRefusal } from './keys/feed-address.tsx'
import { SecretLine } from './keys/secret-line.tsx'
import { useSecrets } from './keys/use-secrets.ts'
import { CardHealth, ChannelDrawer } from './lazy.ts'

type ChannelListProps = {
  channels: ReturnType<typeof useChannels>
  onSettings: (channelId: string) => void
  /** Action of the empty state. */
  empty: ReactNode
}

export function ChannelList({ channels, onSettings, empty }: ChannelListProps) {
  return (
    <section aria-label="All channels">
      <div onPointerEnter={ChannelDrawer.preload} onFocus={ChannelDrawer.preload}>
        <PagedList
          what="The channels"
          query={channels}
          isBare
          empty={
            <EmptyState icon={<Globe />} action={empty}>
              <span className="mb-1 block font-semibold text-ink">No channels yet</span>
              Connect your website or your Meta shop: its orders come in here, and it always offers what you can
              deliver.
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Channels" className="mb-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {rows.map((channel) => (
                <li key={channel.id} className="min-w-0">
                  <ChannelCard channel={channel} onSettings={() => onSettings(channel.id)} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </section>
  )
}

type ChannelCardProps = { channel: ChannelRow; onSettings: () => void }

function ChannelCard({ channel, onSettings }: ChannelCardProps) {
  const { id, name, type, isActive, accessError, problems } = channel
  return (
    <Card aria-labelledby={`channel-${id}`} className="flex h-full flex-col gap-4 p-4">
      <div className="flex gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border bg-sunken text-muted">
          <ChannelIcon type={type} className="size-5" />
        </span>
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h2 id={`channel-${id}`} className="font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-muted">{typeLabel(channel)}</p>
          <p className="flex flex-wrap gap-1.5">
            <ActiveBadge isActive={isActive} />
            <ConnectionBadge channel={channel} />
          </p>
        </div>
      </div>
      {accessError && (
        <Alert tone="danger" title="The channel refuses access">
          {accessError}
        </Alert>
      )}
      <LastActivity channel={channel} />
      <Suspense fallback={<div className="min-h-6" />}>
        <CardHealth channel={channel} />
      </Suspense>
      <FeedRefusal channel={channel} />
      {type === 'website' && <WebsiteAccess channel={channel} />}
      {problems > 0 && <ProblemsLink channel={channel} />}
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <SyncChannel channel={channel} />
        <Button size="small" aria-label={`Settings of ${name}`} onClick={onSettings}>
          <Settings aria-hidden />
          Settings
        </Button>
      </div>
    </Card>
  )
}

function WebsiteAccess({ channel }: { channel: ChannelRow }) {
  const { id, name, apiKey, hasKey, feedKey } = channel
  const secrets = useSecrets(id)
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">API key</p>
        <SecretLine label="API key" of={name} name="apiKey" masked={apiKey} isMissing={!hasKey} secrets={secrets} />
      </div>
      <div>
        <p className="font-medium">Feed key</p>
        <SecretLine label="feed key" of={name} name="feedKey" masked={feedKey} secrets={secrets} />
      </div>
      <FeedAddress label="Product feed URL" of={name} format="json" channel={channel} secrets={secrets} />
    </div>
  )
}

function LastActivity({ channel: { lastOrderAt, lastSyncedAt } }: { channel: ChannelRow }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact label="Last order">{lastOrderAt ? <RelativeTime moment={lastOrderAt} /> : 'None yet'}</Fact>
      <Fact label="Last sync">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}

/** A website calls us; a shop is connected while we have its credentials. */
function ConnectionBadge({ channel: { type, isActive, isConnected } }: { channel: ChannelRow }) {
  return isActive && (isConnected || !isShop(type)) ? (
    <Badge tone="success" icon={<Plug aria-hidden />}>
      Connected
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<Unplug aria-hidden />}>
      Disconnected
    </Badge>
  )
}

/** Opens the drawer at the tab Needs attention. */
function ProblemsLink({ channel: { id, name, problems } }: { channel: ChannelRow }) {
  return (
    <Link
      href={`/channels?channel=${id}&tab=attention`}
      state={openedFromList}
      aria-label={`${formatCount(problems, 'problem')} to look at in ${name}`}
      className="inline-flex min-h-10 items-center gap-2 self-start font-medium text-warning underline-offset-2 hover:underline md:min-h-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {formatCount(problems, 'problem')} to look at
    </Link>
  )
}

function SyncChannel({ channel: { id, name, isActive } }: { channel: ChannelRow }) {
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
