import Globe from 'lucide-react/icons/globe'
import type { ReactNode } from 'react'
import { PagedList } from '#web/shared/paged-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { useChannels } from './api.ts'
import { ChannelCard } from './channel-card.tsx'
import { ChannelDrawer } from './later-parts.ts'

type ChannelListProps = {
  channels: ReturnType<typeof useChannels>
  onSettings: (channelId: string) => void
  /** The step that makes the first channel. */
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
