import CircleCheck from 'lucide-react/icons/circle-check'
import Globe from 'lucide-react/icons/globe'
import { type ComponentType, Suspense } from 'react'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { useAttention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { DiscardChangesDialog, useUnsavedChanges } from '#web/shared/unsaved-changes.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useChannel } from './api.ts'
import { type ChannelKind, isKnownType, isShop, kindOf, upgradeOf } from './channel-kind.ts'
import type { ChannelTabProps } from './channel-tab.ts'
import type { GuideProps } from './connect/guide-parts.tsx'
import { MetaShopsGuide } from './connect/meta-shops-guide.tsx'
import { OwnWebsiteGuide } from './connect/own-website-guide.tsx'
import { ShopGuide } from './connect/shop-guide.tsx'
import { ShopifyGuide } from './connect/shopify-guide.tsx'
import { WooCommerceGuide } from './connect/woocommerce-guide.tsx'
import { DeliveriesTab } from './deliveries/deliveries-tab.tsx'
import { MessagesTab } from './deliveries/messages-tab.tsx'
import { GeneralTab } from './general/general-tab.tsx'
import { UpgradeOffer } from './general/shop-settings.tsx'
import { KeysTab } from './keys/keys-tab.tsx'
import { useSecrets } from './keys/use-secrets.ts'
import { ListingsTab } from './listings/listings-tab.tsx'

type ChannelDrawerProps = {
  channelId: string
  /** As the URL says it, which may be anything. */
  tab: string | null
  onTabChange: (tab: string) => void
  onClose: () => void
}

export function ChannelDrawer({ channelId, tab, onTabChange, onClose }: ChannelDrawerProps) {
  const { data: channel, error, isFetching, refetch } = useChannel(channelId)
  const secrets = useSecrets(channelId)
  const unsaved = useUnsavedChanges(`channel ${channelId}`)
  const tabs = channelTabs.filter(({ isFor }) => !isFor || !channel || isFor(channel))
  const openTab = tabs.find(({ value }) => value === tab)?.value ?? 'general'
  const changeTab = (next: string) => unsaved.leave(() => onTabChange(next))

  return (
    <Drawer
      open
      onOpenChange={() => unsaved.leave(onClose)}
      side="right"
      size={openTab === 'matching' ? 'full' : 'wide'}
      title={channel ? <Title channel={channel} /> : t('Channel')}
    >
      {error && (
        <div className="p-4">
          <LoadError what={t('The channel')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!channel && !error && <Spinner />}
      {channel && (
        <Tabs
          label={t('About this channel')}
          isChosenByPress
          value={openTab}
          onValueChange={changeTab}
          tabs={tabs.map(({ Content, ...tabProps }) => ({
            ...tabProps,
            content: (
              <Content
                channel={channel}
                secrets={secrets}
                onDirtyChange={unsaved.onDirtyChange}
                onTabChange={changeTab}
              />
            ),
          }))}
        />
      )}
      <DiscardChangesDialog unsaved={unsaved} />
    </Drawer>
  )
}

function Title({ channel: { name, type, isActive } }: { channel: ChannelDetail }) {
  return (
    <span className="flex items-center gap-2.5">
      <ChannelIcon type={type} className="size-5 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
        {name} <ActiveBadge isActive={isActive} />
      </span>
    </span>
  )
}

type ChannelTab = {
  value: string
  label: string
  Content: ComponentType<ChannelTabProps>
  /** For tabs that only some channels have. */
  isFor?: (channel: ChannelDetail) => boolean
}

/** The parts of a channel's drawer, in this order; General is shown where the address names none. */
const channelTabs: readonly ChannelTab[] = [
  { value: 'general', label: t('General'), Content: GeneralTab },
  { value: 'matching', label: t('Matching'), Content: LazyMatchingTab, isFor: ({ type }) => isShop(type) },
  { value: 'keys', label: t('Keys'), Content: KeysTab },
  { value: 'connect', label: t('Connect'), Content: ConnectTab },
  { value: 'listings', label: t('Listings'), Content: ListingsTab },
  { value: 'deliveries', label: t('Incoming'), Content: DeliveriesTab },
  { value: 'messages', label: t('Outgoing'), Content: MessagesTab },
  { value: 'attention', label: t('Needs attention'), Content: AttentionTab },
]

const MatchingTab = lazyPart(async () => (await import('./matching/matching-tab.tsx')).MatchingTab)

function LazyMatchingTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  return (
    <Suspense fallback={<Spinner />}>
      <MatchingTab channel={channel} />
    </Suspense>
  )
}

const guides: Record<ChannelKind, ComponentType<GuideProps>> = {
  standard: OwnWebsiteGuide,
  woocommerce: WooCommerceGuide,
  shopify: ShopifyGuide,
  meta_shops: MetaShopsGuide,
}

function ConnectTab({ channel, secrets, onTabChange }: Omit<ChannelTabProps, 'onDirtyChange'>) {
  if (isShop(channel.type)) return <ShopGuide channel={channel} onMatch={() => onTabChange('matching')} />
  if (!isKnownType(channel.type)) {
    return (
      <EmptyState icon={<Globe />}>
        {t('This channel type is newer than the page you have open. Reload the page to see how to connect it.')}
      </EmptyState>
    )
  }
  const Guide = guides[kindOf(channel)]
  return (
    <div className="grid gap-6 p-4 pb-8">
      {upgradeOf(channel) && <UpgradeOffer channel={channel} onMatch={() => onTabChange('matching')} />}
      <Guide channel={channel} secrets={secrets} onGeneral={() => onTabChange('general')} />
    </div>
  )
}

function AttentionTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const attention = useAttention({ channelId: channel.id })
  return (
    <AttentionList
      attention={attention}
      empty={
        <EmptyState icon={<CircleCheck />}>
          {t('Nothing needs attention. Orders from {name} that need a decision will appear here.', {
            name: channel.name,
          })}
        </EmptyState>
      }
    />
  )
}
