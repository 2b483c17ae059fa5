import Inbox from 'lucide-react/icons/inbox'
import type { ChannelDetail } from '#contract/channels.ts'
import { type IntakeState, intakeStates } from '#contract/channel-values.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDeliveries } from './api.ts'
import { DeliveryItem } from './delivery-item.tsx'
import { intakeStateLabels } from './delivery-words.ts'

const everyState = 'all'

const stateOptions = [
  { value: everyState, label: 'All States' },
  ...intakeStates.map((state) => ({ value: state, label: intakeStateLabels[state] })),
]

type DeliveryListProps = {
  channel: ChannelDetail
  state: IntakeState | undefined
  onStateChange: (state: string | null) => void
  onOpen: (deliveryId: string) => void
  /** The one that was just looked at, whose button gets the focus back. */
  lastOpenId: string | null
  onConnect: () => void
}

export function DeliveryList({ channel, state, onStateChange, onOpen, lastOpenId, onConnect }: DeliveryListProps) {
  const deliveries = useDeliveries(channel.id, state)
  return (
    <>
      <div className="border-b px-4 py-3">
        <div className="sm:max-w-44">
          <Select
            aria-label="State of deliveries"
            options={stateOptions}
            value={state ?? everyState}
            onValueChange={(next) => onStateChange(next === everyState ? null : next)}
          />
        </div>
      </div>
      {!channel.isActive && (
        <div className="px-4 pt-4">
          <Alert tone="info">This channel is inactive. What it sends is stored, and taken in once it is active.</Alert>
        </div>
      )}
      <div className="min-h-64">
        <PagedList
          what="The deliveries"
          query={deliveries}
          empty={
            state ? (
              <EmptyState icon={<Inbox />} action={<Button onClick={() => onStateChange(null)}>Show all</Button>}>
                No delivery is in the state {intakeStateLabels[state]}.
              </EmptyState>
            ) : (
              <EmptyState icon={<Inbox />} action={<Button onClick={onConnect}>How to connect</Button>}>
                Nothing has come in from {channel.name} yet. Each order that it sends appears here, also one that is
                refused.
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <ul aria-label="Deliveries" className="divide-y">
              {rows.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  channelId={channel.id}
                  onOpen={() => onOpen(delivery.id)}
                  isReturnedTo={delivery.id === lastOpenId}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  )
}
