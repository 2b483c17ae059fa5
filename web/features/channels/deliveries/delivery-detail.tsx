import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { channelDeliveriesApi, type DeliveryDetail } from '#contract/channel-deliveries.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { CodeBlock, CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { formatPayload } from '#web/shared/format-payload.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ReplayDelivery } from '#web/shared/replay-delivery.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useDelivery } from './api.ts'
import { deliveryName, deliveryOutcome, IntakeStateBadge, signatureText, sourceLabels } from './delivery-labels.tsx'

type DeliveryDetailProps = {
  channelId: string
  deliveryId: string
  onBack: () => void
}

export function DeliveryDetailView({ onBack, ...ids }: DeliveryDetailProps) {
  const { role } = useCurrentUser()
  const back = useRef<HTMLButtonElement>(null)

  useEffect(() => back.current?.focus(), [])

  return (
    <div className="grid gap-4 p-4 pb-8">
      <Button ref={back} variant="quiet" size="small" className="-ml-2.5 justify-self-start" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {t('All deliveries')}
      </Button>
      {allows(channelDeliveriesApi.detail.access, role) ? (
        <LoadedDelivery {...ids} />
      ) : (
        <Alert tone="neutral">{t('Your role is Read Only. Operations and Admin can see what a channel sent.')}</Alert>
      )}
    </div>
  )
}

function LoadedDelivery({ channelId, deliveryId }: Omit<DeliveryDetailProps, 'onBack'>) {
  const { data, error, isFetching, refetch } = useDelivery(channelId, deliveryId)
  if (error) {
    return <LoadError what={t('The delivery')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner />
  return <DeliveryContent delivery={data} channelId={channelId} />
}

type DeliveryContentProps = { delivery: DeliveryDetail; channelId: string }

function DeliveryContent({ delivery, channelId }: DeliveryContentProps) {
  const { eventType, externalOrderId, orderNumber, source, state, receivedAt, processedAt, payload } = delivery
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-48 flex-1">
          <h3 className="mb-1 flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            {externalOrderId ? t('Order {externalOrderId}', { externalOrderId }) : t('Unknown order')}{' '}
            <IntakeStateBadge state={state} />
          </h3>
          <p className="wrap-anywhere">{deliveryOutcome(delivery)}</p>
        </div>
        <Replay delivery={delivery} channelId={channelId} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={t('Received')}>
          <RelativeTime moment={receivedAt} />
        </Fact>
        <Fact label={t('Processed')}>{processedAt ? <RelativeTime moment={processedAt} /> : t('Not yet')}</Fact>
        <Fact label={t('Source')}>{sourceLabels[source]}</Fact>
        <Fact label={t('Signature')}>{signatureText(delivery)}</Fact>
        <Fact label={t('Event')}>{eventType ?? t('Unknown')}</Fact>
        <Fact label={t('Channel’s order ID')}>
          {externalOrderId ? <CopyableCode label={t('order ID')} code={externalOrderId} /> : t('Unknown')}
        </Fact>
        {orderNumber && (
          <Fact label={t('Order')}>
            <CopyableCode label={t('order number')} code={orderNumber} />
          </Fact>
        )}
      </dl>
      <div className="grid gap-1">
        <CodeBlock title={t('Payload')} code={formatPayload(payload)} isScrollable />
        {state === 'refused' && (
          <p className="text-sm text-muted">{t('Only the beginning of a refused delivery is kept.')}</p>
        )}
      </div>
    </>
  )
}

function Replay({ delivery, channelId }: DeliveryContentProps) {
  const { id, state } = delivery
  if (state === 'waiting') return null
  if (state !== 'refused') return <ReplayDelivery channelId={channelId} deliveryId={id} name={deliveryName(delivery)} />
  return (
    <BlockedButton size="small" reason={t('Not signed by this channel, so it won’t be imported.')}>
      {t('Replay')}
    </BlockedButton>
  )
}
