import Globe from 'lucide-react/icons/globe'
import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unplug from 'lucide-react/icons/unplug'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { ChannelIcon, WaitsForBadge } from '#web/shared/channels.tsx'
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
    <section aria-label={t('All channels')}>
      <div onPointerEnter={ChannelDrawer.preload} onFocus={ChannelDrawer.preload}>
        <PagedList
          what={t('The channels')}
          query={channels}
          isBare
          empty={
            <EmptyState icon={<Globe />} action={empty}>
              <span className="mb-1 block font-semibold text-ink">{t('No channels yet')}</span>
              {t('Connect your website or shop. Its orders will arrive here, and its stock will stay up to date.')}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label={t('Channels')} className="mb-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
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
        <Alert tone="danger" title={t('The channel denied access')}>
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
        <Button size="small" aria-label={t('Settings for {name}', { name })} onClick={onSettings}>
          <Settings aria-hidden />
          {t('Settings')}
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
        <p className="font-medium">{t('API key')}</p>
        <SecretLine
          label={t('API key')}
          of={name}
          name="apiKey"
          masked={apiKey}
          isMissing={!hasKey}
          secrets={secrets}
        />
      </div>
      <div>
        <p className="font-medium">{t('Feed key')}</p>
        <SecretLine label={t('feed key')} of={name} name="feedKey" masked={feedKey} secrets={secrets} />
      </div>
      <FeedAddress label={t('Product feed URL')} of={name} format="json" channel={channel} secrets={secrets} />
    </div>
  )
}

function LastActivity({ channel: { lastOrderAt, lastSyncedAt } }: { channel: ChannelRow }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact label={t('Last order')}>{lastOrderAt ? <RelativeTime moment={lastOrderAt} /> : t('None yet')}</Fact>
      <Fact label={t('Last sync')}>{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : t('Never')}</Fact>
    </dl>
  )
}

/** A website calls us; a shop is connected while we have its credentials. */
function ConnectionBadge({ channel: { type, isActive, isConnected, waitsFor } }: { channel: ChannelRow }) {
  if (isActive && waitsFor) return <WaitsForBadge waitsFor={waitsFor} />
  return isActive && (isConnected || !isShop(type)) ? (
    <Badge tone="success" icon={<Plug aria-hidden />}>
      {t('Connected')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<Unplug aria-hidden />}>
      {t('Disconnected')}
    </Badge>
  )
}

/** Opens the drawer at the tab Needs attention. */
function ProblemsLink({ channel: { id, name, problems } }: { channel: ChannelRow }) {
  return (
    <Link
      href={`/channels?channel=${id}&tab=attention`}
      state={openedFromList}
      aria-label={t('{problems, plural, one {# problem} other {# problems}} to look at in {name}', { problems, name })}
      className="inline-flex min-h-10 items-center gap-2 self-start font-medium text-warning underline-offset-2 hover:underline md:min-h-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t('{problems, plural, one {# problem} other {# problems}} to look at', { problems })}
    </Link>
  )
}

function SyncChannel({ channel: { id, name, isActive } }: { channel: ChannelRow }) {
  const syncCatalog = useSyncCatalog()
  const buttonProps = {
    size: 'small',
    'aria-label': t('Sync {name}', { name }),
    children: (
      <>
        <RefreshCw aria-hidden />
        {t('Sync')}
      </>
    ),
  } as const
  if (!isActive)
    return <BlockedButton {...buttonProps} reason={t('This channel is inactive. Turn it on in its settings.')} />
  return (
    <PermittedButton
      {...buttonProps}
      access={channelsApi.syncCatalog.access}
      task={t('start a sync')}
      isPending={syncCatalog.isPending}
      onClick={() => syncCatalog.mutate(id)}
    />
  )
}
