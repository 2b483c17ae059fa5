import ExternalLink from 'lucide-react/icons/external-link'
import type { Package } from '#contract/fulfillment.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { DaySpan } from '#web/shared/orders/day-span.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PackageEvents } from './package-events.tsx'
import { PackageStatusBadge } from './package-status-badge.tsx'
import { unitsText } from './units-in-words.ts'

type PackageItemProps = { parcel: Package; order: OrderDetail }

export function PackageItem({ parcel, order }: PackageItemProps) {
  const { packageNumber, carrier, trackingNumber, trackingUrl, items, events } = parcel
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Package {packageNumber} <PackageStatusBadge parcel={parcel} />
        </p>
        {trackingUrl && (
          <LinkButton href={trackingUrl} target="_blank" rel="noreferrer" size="small">
            Track at {carrier ?? 'the carrier'}
            <ExternalLink aria-hidden />
          </LinkButton>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3">
        {carrier && <span>{carrier}</span>}
        {trackingNumber ? (
          <CopyableCode label="tracking number" code={trackingNumber} />
        ) : (
          <span className="text-muted">The tracking number is not known yet.</span>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Arrival parcel={parcel} />
        {items.length > 0 && <Fact label="Units">{unitsText(order, items)}</Fact>}
        <ReportedToChannel parcel={parcel} channelName={order.channelName} />
      </dl>
      {events.length > 0 && <PackageEvents events={events} />}
    </li>
  )
}

function Arrival({ parcel: { deliveredAt, estimatedArrival } }: { parcel: Package }) {
  if (deliveredAt) {
    return (
      <Fact label="Delivered">
        <RelativeTime moment={deliveredAt} />
      </Fact>
    )
  }
  return <Fact label="Arrives by">{estimatedArrival ? <DaySpan from={estimatedArrival} to={null} /> : '—'}</Fact>
}

function ReportedToChannel({ parcel: { reportedAt }, channelName }: { parcel: Package; channelName: string | null }) {
  return (
    channelName && (
      <Fact label={`${channelName} told`}>{reportedAt ? <RelativeTime moment={reportedAt} /> : 'Not yet'}</Fact>
    )
  )
}
