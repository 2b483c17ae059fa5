import Ban from 'lucide-react/icons/ban'
import CirclePause from 'lucide-react/icons/circle-pause'
import EarOff from 'lucide-react/icons/ear-off'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ChannelHealth } from '#contract/channel-connect.ts'
import type { ChannelRow } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { ComingTime, RelativeTime, useNow } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { openedFromList } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { isShop } from '../channel-kind.ts'
import { useChannelHealth } from './api.ts'

type ChannelProps = { channel: Pick<ChannelRow, 'id' | 'name' | 'type'> }

/** The health of a channel on its card. It is read once the card is in sight. */
export function CardHealth({ channel }: ChannelProps) {
  const { ref, isSeen } = useSeen()
  const { data: health, error } = useChannelHealth(channel.id, { isEnabled: isSeen })
  return (
    <div ref={ref} className="grid min-h-6 gap-2">
      {health && <HealthContent health={health} channel={channel} />}
      {error && !health && <p className="text-sm text-muted">{t('The connection’s health couldn’t be loaded.')}</p>}
    </div>
  )
}

/** The health of a shop in its drawer. */
export function DrawerHealth({ channel }: ChannelProps) {
  const { data: health, error, isFetching, refetch } = useChannelHealth(channel.id)
  return (
    <DrawerSection title={t('Health')}>
      {error && (
        <LoadError what={t('Channel health')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!health && !error && <Spinner />}
      {health && <HealthContent health={health} channel={channel} />}
    </DrawerSection>
  )
}

function HealthContent({ health, channel }: ChannelProps & { health: ChannelHealth }) {
  const { notes, lastHeardAt, lastConfirmedAt, credentialsExpireAt, items } = health
  const toMatch = items.suggested + items.unmatched
  return (
    <section aria-label={t('Health of {name}', { name: channel.name })} className="grid gap-2">
      <p>
        <HealthBadge health={health} />
      </p>
      {notes.length > 0 && (
        <ul className="grid gap-1">
          {notes.map((note) => (
            <li key={note} className="text-sm wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-2 empty:hidden">
        {lastHeardAt && (
          <Fact label={t('Last contact')}>
            <RelativeTime moment={lastHeardAt} />
          </Fact>
        )}
        {lastConfirmedAt && (
          <Fact label={t('Stock confirmed')}>
            <RelativeTime moment={lastConfirmedAt} />
          </Fact>
        )}
        {credentialsExpireAt && (
          <Fact label={t('Access expires')}>
            <ComingTime moment={credentialsExpireAt} />
          </Fact>
        )}
      </dl>
      <Waiting waiting={health.waiting} />
      {isShop(channel.type) && toMatch > 0 && (
        <p className="text-sm text-muted">
          {rich(
            t(
              '{toMatch, plural, one {<link># product to match</link>: stock not sent yet} other {<link># products to match</link>: stock not sent yet}}',
              { toMatch },
            ),
            { link: matchLink(channel, toMatch) },
          )}
        </p>
      )}
    </section>
  )
}

const matchLink =
  ({ id, name }: ChannelProps['channel'], toMatch: number) =>
  (words: ReactNode) => (
    <Link
      href={`/channels?channel=${id}&tab=matching`}
      state={openedFromList}
      aria-label={t('{toMatch, plural, one {# product} other {# products}} to match in {name}', {
        toMatch,
        name,
      })}
      className="inline-flex min-h-10 items-center self-start text-sm font-medium text-accent underline-offset-2 hover:underline md:min-h-6"
    >
      {words}
    </Link>
  )

function HealthBadge({ health: { state, lastHeardAt, lastPolledAt } }: { health: ChannelHealth }) {
  const now = useNow()
  switch (state) {
    case 'ok':
      return <Badge tone="success">{t('In sync')}</Badge>
    case 'attention':
      return <Badge tone="warning">{t('Needs attention')}</Badge>
    case 'silent':
      return (
        <Badge tone="warning" icon={<EarOff aria-hidden />}>
          {silenceText([lastHeardAt, lastPolledAt], now)}
        </Badge>
      )
    case 'refused':
      return (
        <Badge tone="danger" icon={<Ban aria-hidden />}>
          {t('Access denied')}
        </Badge>
      )
    case 'not_started':
    case 'disconnected':
    case 'paused':
      return (
        <Badge tone="neutral" icon={<CirclePause aria-hidden />}>
          {idleLabels[state]}
        </Badge>
      )
    default:
      return null
  }
}

const idleLabels = { not_started: t('Not started'), disconnected: t('Not connected'), paused: t('Paused') } as const

const minute = 60_000

/** For example "No contact for 20 min", counted from the last sign of life. */
function silenceText(moments: readonly (string | null)[], now: number): string {
  const heard = moments.flatMap((moment) => (moment ? [Date.parse(moment)] : []))
  if (heard.length === 0) return t('No contact yet')
  const minutes = Math.max(1, Math.round((now - Math.max(...heard)) / minute))
  if (minutes < 120) return t('No contact for {minutes} min', { minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('No contact for {hours} hours', { hours })
    : t('No contact for {days} days', { days: Math.round(hours / 24) })
}

/** What waits, each with the age of the oldest. */
function Waiting({ waiting }: Pick<ChannelHealth, 'waiting'>) {
  const { offers, messages, deliveries, heldOrders } = waiting
  const lines = [
    {
      count: offers,
      text: t('{offers, plural, one {# stock update} other {# stock updates}} to send', { offers }),
      since: waiting.oldestOfferAt,
    },
    {
      count: messages,
      text: t('{messages, plural, one {# order update} other {# order updates}} to send', { messages }),
      since: waiting.oldestMessageAt,
    },
    {
      count: deliveries,
      text: t('{deliveries, plural, one {# order message} other {# order messages}} to read', { deliveries }),
      since: waiting.oldestDeliveryAt,
    },
    {
      count: heldOrders,
      text: t('{heldOrders, plural, one {# order} other {# orders}} on hold at the channel', { heldOrders }),
      since: null,
    },
  ].filter(({ count }) => count > 0)
  if (lines.length === 0) return null
  return (
    <ul aria-label={t('Waiting')} className="grid gap-0.5 text-sm text-muted">
      {lines.map(({ text, since }) => (
        <li key={text}>
          {since ? rich(t('{text}, oldest {since}', { text }), { since: <RelativeTime moment={since} /> }) : text}
        </li>
      ))}
    </ul>
  )
}

/** Whether the element has been in sight. Where the browser can't tell, it counts as seen. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(() => !('IntersectionObserver' in window))

  useEffect(() => {
    if (isSeen || !ref.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isSeen])

  return { ref, isSeen }
}
