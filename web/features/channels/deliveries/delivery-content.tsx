import type { DeliveryDetail } from '#contract/channel-deliveries.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { ReplayDelivery } from '#web/shared/replay-delivery.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { CodeBlock } from '#web/shared/code-block.tsx'
import { deliveryName, deliveryOutcome, signatureText, sourceLabels } from './delivery-words.ts'
import { formatPayload } from '#web/shared/format-payload.ts'
import { IntakeStateBadge } from './intake-state-badge.tsx'

type DeliveryContentProps = { delivery: DeliveryDetail; channelId: string }

export function DeliveryContent({ delivery, channelId }: DeliveryContentProps) {
  const { eventType, externalOrderId, orderNumber, source, state, receivedAt, processedAt, payload } = delivery
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-48 flex-1">
          <h3 className="mb-1 flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            {externalOrderId ? `Order ${externalOrderId}` : 'Unknown order'} <IntakeStateBadge state={state} />
          </h3>
          <p className="wrap-anywhere">{deliveryOutcome(delivery)}</p>
        </div>
        <Replay delivery={delivery} channelId={channelId} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label="Received">
          <RelativeTime moment={receivedAt} />
        </Fact>
        <Fact label="Processed">{processedAt ? <RelativeTime moment={processedAt} /> : 'Not yet'}</Fact>
        <Fact label="Came by">{sourceLabels[source]}</Fact>
        <Fact label="Signature">{signatureText(delivery)}</Fact>
        <Fact label="Event">{eventType ?? 'Unknown'}</Fact>
        <Fact label="Channel’s order id">
          {externalOrderId ? <CopyableCode label="order id" code={externalOrderId} /> : 'Unknown'}
        </Fact>
        {orderNumber && (
          <Fact label="Order">
            <CopyableCode label="order number" code={orderNumber} />
          </Fact>
        )}
      </dl>
      <div className="grid gap-1">
        <CodeBlock title="Payload" code={formatPayload(payload)} isScrollable />
        {state === 'refused' && <p className="text-sm text-muted">Of what is refused, only the beginning is kept.</p>}
      </div>
    </>
  )
}

function Replay({ delivery, channelId }: DeliveryContentProps) {
  const { id, state } = delivery
  if (state === 'waiting') return null
  if (state !== 'refused') return <ReplayDelivery channelId={channelId} deliveryId={id} name={deliveryName(delivery)} />
  return (
    <BlockedButton size="small" reason="It was not signed by this channel, so it is never taken in.">
      Replay
    </BlockedButton>
  )
}
