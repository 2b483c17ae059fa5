import { useQuery } from '@tanstack/react-query'
import Globe from 'lucide-react/icons/globe'
import Hourglass from 'lucide-react/icons/hourglass'
import MetaLoop from 'lucide-react/icons/infinity'
import type { ComponentType } from 'react'
import type { ChannelType } from '#contract/channel-values.ts'
import { type ChannelRow, channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { call } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'

type IconProps = { className?: string | undefined; 'aria-hidden': true }

const icons: Record<ChannelType, ComponentType<IconProps>> = {
  website: Globe,
  shopify: (props) => <LetterMark {...props} letter="S" />,
  woocommerce: (props) => <LetterMark {...props} letter="W" />,
  meta_shops: MetaLoop,
  ebay: (props) => <LetterMark {...props} letter="e" />,
  etsy: (props) => <LetterMark {...props} letter="E" isSerif />,
}

/** Decorative: always beside the name or type of the channel. */
export function ChannelIcon({ type, className }: { type: ChannelType; className?: string }) {
  // A tab of the last release may be open while a newer server names a type that it doesn't know.
  const Icon = Object.hasOwn(icons, type) ? icons[type] : Globe
  return <Icon aria-hidden className={className} />
}

function LetterMark({ letter, isSerif = false, ...props }: IconProps & { letter: string; isSerif?: boolean }) {
  return (
    <svg {...props} viewBox="0 0 24 24" fill="currentColor">
      <text
        x="12"
        y="18"
        textAnchor="middle"
        fontSize="20"
        fontWeight="700"
        fontFamily={isSerif ? 'Georgia, serif' : 'inherit'}
      >
        {letter}
      </text>
    </svg>
  )
}

const waitsForLabels: Record<NonNullable<ChannelRow['waitsFor']>, string> = {
  first_order: t('Waiting for first order'),
  access_token: t('Waiting for access token'),
}

/** Of a new channel, from which nothing has come yet. */
export function WaitsForBadge({ waitsFor }: { waitsFor: NonNullable<ChannelRow['waitsFor']> }) {
  return (
    <Badge tone="neutral" icon={<Hourglass aria-hidden />}>
      {waitsForLabels[waitsFor]}
    </Badge>
  )
}

/** All channels as options. One page of the maximum size holds more than any company has. */
export function useChannelChoices() {
  const { data = [] } = useQuery({
    queryKey: ['channels', 'choices'],
    queryFn: ({ signal }) => call(channelsApi.list, { limit: maximumPageSize }, { signal }),
    select: (channels) => channels.map(({ id, name }) => ({ value: id, label: name })),
  })
  return data
}
