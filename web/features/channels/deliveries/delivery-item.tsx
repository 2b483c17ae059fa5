import { useEffect, useRef } from 'react'
import { channelDeliveriesApi, type Delivery } from '#contract/channel-deliveries.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ReplayDelivery } from '#web/shared/replay-delivery.tsx'
import { deliveryName, deliveryOutcome, sourceLabels } from './delivery-words.ts'
import { IntakeStateBadge } from './intake-state-badge.tsx'

type DeliveryItemProps = { delivery: Delivery; channelId: string; onOpen: () => void; isReturnedTo: boolean }

export function DeliveryItem({ delivery, channelId, onOpen, isReturnedTo }: DeliveryItemProps) {
  const { id, state, eventType, externalOrderId, source, receivedAt } = delivery
  const openButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (isReturnedTo) openButton.current?.focus()
  }, [isReturnedTo])

  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <IntakeStateBadge state={state} />
          <span className="font-mono text-sm font-medium wrap-anywhere">{eventType ?? 'Unknown event'}</span>
          {externalOrderId && <span className="wrap-anywhere">Order {externalOrderId}</span>}
        </p>
        <p className="text-sm text-muted">
          {sourceLabels[source]}, <RelativeTime moment={receivedAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p
          className={state === 'failed' ? 'min-w-48 flex-1 wrap-anywhere text-danger' : 'min-w-48 flex-1 wrap-anywhere'}
        >
          {deliveryOutcome(delivery)}
        </p>
        <div className="flex flex-wrap gap-2">
          {state === 'failed' && <ReplayDelivery channelId={channelId} deliveryId={id} name={deliveryName(delivery)} />}
          <PermittedButton
            ref={openButton}
            access={channelDeliveriesApi.detail.access}
            task="see what a channel sent"
            size="small"
            aria-label={`Open ${deliveryName(delivery)}`}
            onClick={onOpen}
          >
            Open
          </PermittedButton>
        </div>
      </div>
    </li>
  )
}
