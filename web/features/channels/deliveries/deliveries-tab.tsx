import Inbox from 'lucide-react/icons/inbox'
import { useEffect, useRef, useState } from 'react'
import { channelDeliveriesApi, type Delivery } from '#contract/channel-deliveries.ts'
import { type IntakeState, intakeStates } from '#contract/channel-values.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ReplayDelivery } from '#web/shared/replay-delivery.tsx'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ChannelTabProps } from '../channel-tab.ts'
import { useDeliveries } from './api.ts'
import { DeliveryDetailView } from './delivery-detail.tsx'
import { deliveryName, deliveryOutcome, IntakeStateBadge, intakeStateLabels, sourceLabels } from './delivery-labels.tsx'

/** Deliveries from the channel: the list, or one delivery in detail. */
export function DeliveriesTab({ channel, onTabChange }: Pick<ChannelTabProps, 'channel' | 'onTabChange'>) {
  const [openId, setOpenId] = useUrlParam('delivery')
  const [stateParam, setState] = useUrlParam('state')
  const [lastOpenId, setLastOpenId] = useState<string | null>(null)
  const state = intakeStates.find((one) => one === stateParam)

  if (openId) {
    return (
      <DeliveryDetailView
        key={openId}
        channelId={channel.id}
        deliveryId={openId}
        onBack={() => {
          setLastOpenId(openId)
          setOpenId(null)
        }}
      />
    )
  }
  return (
    <DeliveryList
      channel={channel}
      state={state}
      onStateChange={setState}
      onOpen={setOpenId}
      lastOpenId={lastOpenId}
      onConnect={() => onTabChange('connect')}
    />
  )
}

const everyState = 'all'

const stateOptions = [
  { value: everyState, label: t('All Statuses') },
  ...intakeStates.map((state) => ({ value: state, label: intakeStateLabels[state] })),
]

type DeliveryListProps = {
  channel: ChannelDetail
  state: IntakeState | undefined
  onStateChange: (state: string | null) => void
  onOpen: (deliveryId: string) => void
  /** The delivery that was open before; its button gets the focus back. */
  lastOpenId: string | null
  onConnect: () => void
}

function DeliveryList({ channel, state, onStateChange, onOpen, lastOpenId, onConnect }: DeliveryListProps) {
  const deliveries = useDeliveries(channel.id, state)
  return (
    <>
      <div className="border-b px-4 py-3">
        <div className="sm:max-w-44">
          <Select
            aria-label={t('Delivery status')}
            options={stateOptions}
            value={state ?? everyState}
            onValueChange={(next) => onStateChange(next === everyState ? null : next)}
          />
        </div>
      </div>
      {!channel.isActive && (
        <div className="px-4 pt-4">
          <Alert tone="info">
            {t('This channel is inactive. What it sends will be stored and imported once the channel is active.')}
          </Alert>
        </div>
      )}
      <div className="min-h-64">
        <PagedList
          what={t('The deliveries')}
          query={deliveries}
          empty={
            state ? (
              <EmptyState
                icon={<Inbox />}
                action={<Button onClick={() => onStateChange(null)}>{t('Show all')}</Button>}
              >
                {t('No deliveries with the status “{state}”.', { state: intakeStateLabels[state] })}
              </EmptyState>
            ) : (
              <EmptyState icon={<Inbox />} action={<Button onClick={onConnect}>{t('How to connect')}</Button>}>
                {t(
                  'Nothing received from {name} yet. Every order it sends will appear here, including rejected ones.',
                  {
                    name: channel.name,
                  },
                )}
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <ul aria-label={t('Deliveries')} className="divide-y">
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

type DeliveryItemProps = { delivery: Delivery; channelId: string; onOpen: () => void; isReturnedTo: boolean }

function DeliveryItem({ delivery, channelId, onOpen, isReturnedTo }: DeliveryItemProps) {
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
          <span className="font-mono text-sm font-medium wrap-anywhere">{eventType ?? t('Unknown event')}</span>
          {externalOrderId && (
            <span className="wrap-anywhere">{t('Order {externalOrderId}', { externalOrderId })}</span>
          )}
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
            task={t('see what a channel sent')}
            size="small"
            aria-label={t('Open {delivery}', { delivery: deliveryName(delivery) })}
            onClick={onOpen}
          >
            {t('Open')}
          </PermittedButton>
        </div>
      </div>
    </li>
  )
}
