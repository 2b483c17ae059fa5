import Globe from 'lucide-react/icons/globe'
import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Truck from 'lucide-react/icons/truck'
import Unplug from 'lucide-react/icons/unplug'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import type { FulfillmentHealth, FulfillmentHealthState } from '#contract/dashboard.ts'
import { t } from '#contract/i18n.ts'
import { ChannelIcon, WaitsForBadge } from '#web/shared/channels.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChannelStates, useFulfillmentHealth } from './api.ts'
import { MoreLink, PermittedLink } from './card-links.tsx'

export function ChannelStatusCard() {
  const query = useFulfillmentHealth()
  return (
    <Card aria-labelledby="channel-status-heading">
      <CardHeader id="channel-status-heading" title={t('Channel Status')} />
      <QueryContent what={t('Amazon MCF status')} query={query} isInCard>
        {(health) => (
          <ul aria-label={t('Fulfillment')} className="border-b">
            <AmazonLine health={health} />
          </ul>
        )}
      </QueryContent>
      <ChannelLines />
    </Card>
  )
}

type HealthView = { badge: ReactNode; href: string }

const healthViews: Record<FulfillmentHealthState, HealthView> = {
  healthy: {
    badge: (
      <Badge tone="success" icon={<Plug aria-hidden />}>
        {t('Connected')}
      </Badge>
    ),
    href: '/amazon',
  },
  slow: { badge: <Badge tone="warning">{t('Slow')}</Badge>, href: '/amazon' },
  troubled: { badge: <Badge tone="danger">{t('Problem')}</Badge>, href: '/amazon' },
  not_connected: {
    badge: (
      <Badge tone="neutral" icon={<Unplug aria-hidden />}>
        {t('Not Connected')}
      </Badge>
    ),
    href: '/amazon-connection',
  },
}

function AmazonLine({ health }: { health: FulfillmentHealth }) {
  const { state, detail, lastAnswerAt, waiting } = health
  return (
    <StatusLine icon={<Truck />} name="Amazon MCF" {...healthViews[state]}>
      {state === 'healthy' && lastAnswerAt
        ? rich(t('Last response {when}'), { when: <RelativeTime moment={lastAnswerAt} /> })
        : detail}
      {waiting > 0 && ` · ${unansweredText(waiting)}`}
    </StatusLine>
  )
}

const unansweredText = (waiting: number) =>
  t('{waiting, plural, one {# order} other {# orders}} awaiting a response', { waiting })

function ChannelLines() {
  const query = useChannelStates()
  return (
    <QueryContent what={t('The channels')} query={query} isInCard>
      {({ rows, total }) => (rows.length === 0 ? <NoChannels /> : <Lines channels={rows} more={total - rows.length} />)}
    </QueryContent>
  )
}

function Lines({ channels, more }: { channels: readonly ChannelRow[]; more: number }) {
  return (
    <>
      <ul aria-label={t('Channels')} className="divide-y">
        {channels.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
      </ul>
      {more > 0 && (
        <MoreLink href="/channels">
          {t('{more, plural, one {# more channel} other {# more channels}}', { more })}
        </MoreLink>
      )}
    </>
  )
}

function NoChannels() {
  return (
    <EmptyState
      icon={<Globe />}
      action={
        <PermittedLink access={channelsApi.create.access} task={t('add channels')} href="/channels?create=channel">
          {t('Add Channel')}
        </PermittedLink>
      }
    >
      {t('No sales channels configured yet. Add your first channel to start managing inventory.')}
    </EmptyState>
  )
}

const channelBadges: Record<ReturnType<typeof channelState>, ReactNode> = {
  Connected: (
    <Badge tone="success" icon={<Plug aria-hidden />}>
      {t('Connected')}
    </Badge>
  ),
  Syncing: (
    <Badge tone="info" icon={<RefreshCw aria-hidden />}>
      {t('Syncing')}
    </Badge>
  ),
  Inactive: (
    <Badge tone="neutral" icon={<Unplug aria-hidden />}>
      {t('Inactive')}
    </Badge>
  ),
}

function ChannelLine({ channel }: { channel: ChannelRow }) {
  return (
    <StatusLine
      icon={<ChannelIcon type={channel.type} />}
      name={channel.name}
      href={`/channels?channel=${channel.id}`}
      badge={
        channel.isActive && channel.waitsFor ? (
          <WaitsForBadge waitsFor={channel.waitsFor} />
        ) : (
          channelBadges[channelState(channel)]
        )
      }
    >
      <ChannelDetail channel={channel} />
    </StatusLine>
  )
}

/** Errors come before the last order: an active channel may have revoked our access. */
function ChannelDetail({ channel: { accessError, problems, lastOrderAt } }: { channel: ChannelRow }) {
  if (accessError) return <span className="text-danger">{accessError}</span>
  if (problems > 0) {
    return (
      <span className="text-warning">
        {t('{problems, plural, one {# problem} other {# problems}} to look at', { problems })}
      </span>
    )
  }
  if (!lastOrderAt) return t('No orders yet')
  return rich(t('Last order {when}'), { when: <RelativeTime moment={lastOrderAt} /> })
}

type ConnectionFacts = Pick<ChannelRow, 'isActive' | 'hasKey' | 'type' | 'accountId'>

/** A Meta shop, and a shop connected by its API, authenticate by tokens of their own and have no API key. */
function channelState({ isActive, hasKey, type, accountId }: ConnectionFacts) {
  if (!isActive) return 'Inactive'
  return hasKey || type === 'meta_shops' || accountId !== null ? 'Connected' : 'Syncing'
}

type StatusLineProps = { icon: ReactNode; name: string; href: string; badge: ReactNode; children: ReactNode }

function StatusLine({ icon, name, href, badge, children }: StatusLineProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-1.5 md:px-5 md:py-2.5">
      <span aria-hidden className="mt-3 text-muted md:mt-1 [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center justify-between gap-2">
          <Link
            href={href}
            className="inline-flex min-h-10 min-w-0 items-center font-medium wrap-anywhere underline-offset-2 hover:underline md:min-h-6"
          >
            {name}
          </Link>
          {badge}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{children}</p>
      </div>
    </li>
  )
}
