import Send from 'lucide-react/icons/send'
import { PagedList } from '#web/shared/paged-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ChannelTabProps } from '../channel-tab-props.ts'
import { useSentMessages } from './api.ts'
import { MessageItem } from './message-item.tsx'

/** What we told the channel of its orders. */
export function MessagesTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const messages = useSentMessages(channel.id)
  return (
    <PagedList
      what="The messages"
      query={messages}
      empty={
        <EmptyState icon={<Send />}>
          Nothing has been sent to {channel.name} yet. What it is told of its orders, such as tracking numbers, appears
          here.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label="Messages" className="divide-y">
          {rows.map((message) => (
            <MessageItem key={message.id} message={message} channelId={channel.id} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
