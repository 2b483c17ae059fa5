import CircleCheck from 'lucide-react/icons/circle-check'
import { useAttention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ChannelTabProps } from '../channel-tab-props.ts'

export function AttentionTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const attention = useAttention({ channelId: channel.id })
  return (
    <AttentionList
      attention={attention}
      empty={
        <EmptyState icon={<CircleCheck />}>
          Nothing waits for you here. Orders of {channel.name} that can’t go on by themselves appear in this place.
        </EmptyState>
      }
    />
  )
}
