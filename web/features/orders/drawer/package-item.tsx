import ExternalLink from 'lucide-react/icons/external-link'
import Hourglass from 'lucide-react/icons/hourglass'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { Suspense, useState } from 'react'
import { assumedDeliveredDays, type Package } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { DaySpan } from '#web/shared/dates.tsx'
import { useMarkDelivered, useMarkNotDelivered } from '#web/shared/orders/api.ts'
import { EditTrackingDialog } from '#web/shared/orders/order-dialogs.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'

type PackageItemProps = {
  parcel: Package
  order: OrderDetail
  /** The seller has shipped it himself: he can correct its tracking, and says when it has arrived. */
  isOwn: boolean
}

export function PackageItem({ parcel, order, isOwn }: PackageItemProps) {
  const { packageNumber, carrier, trackingNumber, trackingUrl, items, events } = parcel
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {isOwn ? t('Shipped by you') : t('Package {packageNumber}', { packageNumber })}{' '}
          <PackageStatusBadge parcel={parcel} />
        </p>
        <div className="flex flex-wrap gap-2">
          {trackingUrl && (
            <LinkButton href={trackingUrl} target="_blank" rel="noreferrer" size="small">
              {carrier ? t('Track with {carrier}', { carrier }) : t('Track with the carrier')}
              <ExternalLink aria-hidden />
            </LinkButton>
          )}
          {isOwn && <OwnDelivery order={order} parcel={parcel} />}
          {isOwn && <EditTracking order={order} parcel={parcel} />}
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-3">
        {carrier && <span>{carrier}</span>}
        {trackingNumber ? (
          <CopyableCode label={t('tracking number')} code={trackingNumber} />
        ) : (
          <span className="text-muted">{t('No tracking number yet.')}</span>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {isOwn && <ShipDay parcel={parcel} />}
        {(!isOwn || parcel.deliveredAt) && <Arrival parcel={parcel} />}
        {items.length > 0 && <Fact label={t('Units')}>{unitsText(order, items)}</Fact>}
        <ReportedToChannel parcel={parcel} channelName={order.channelName} />
      </dl>
      {isOwn && !parcel.deliveredAt && parcel.deliverySource === null && (
        <p className="text-sm text-muted">
          {t(
            'Mark the package as delivered once it arrives. After {assumedDeliveredDays} days, it’s assumed delivered.',
            {
              assumedDeliveredDays,
            },
          )}
        </p>
      )}
      {events.length > 0 && <PackageEvents events={events} />}
    </li>
  )
}

/** One click says that it has arrived, and one takes that back: nobody is notified of either. */
function OwnDelivery({ order, parcel }: Omit<PackageItemProps, 'isOwn'>) {
  const deliver = useMarkDelivered()
  const takeBack = useMarkNotDelivered()
  const { mutate, isPending } = parcel.deliveredAt ? takeBack : deliver
  const label = parcel.deliveredAt ? t('Mark undelivered') : t('Mark delivered')
  return (
    <PermittedButton
      size="small"
      access={stepAccess}
      task={t('change orders')}
      isPending={isPending}
      aria-label={`${label}: ${parcelName(parcel)}`}
      onClick={() => mutate({ orderId: order.id, packageId: parcel.id })}
    >
      {label}
    </PermittedButton>
  )
}

const parcelName = ({ trackingNumber }: Package) => trackingNumber ?? t('the package')

function EditTracking({ order, parcel }: Omit<PackageItemProps, 'isOwn'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        size="small"
        access={stepAccess}
        task={t('change orders')}
        aria-label={t('Edit tracking for {parcel}', { parcel: parcelName(parcel) })}
        onClick={() => setIsOpen(true)}
      >
        {t('Edit')}
      </PermittedButton>
      <Suspense>
        {isOpen && <EditTrackingDialog order={order} parcel={parcel} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

const ShipDay = ({ parcel: { shippedAt } }: { parcel: Package }) => (
  <Fact label={t('Shipped')}>{shippedAt ? <DaySpan from={shippedAt} to={null} /> : '—'}</Fact>
)

function Arrival({ parcel: { deliveredAt, estimatedArrival } }: { parcel: Package }) {
  if (deliveredAt) {
    return (
      <Fact label={t('Delivered')}>
        <RelativeTime moment={deliveredAt} />
      </Fact>
    )
  }
  return <Fact label={t('Arrives by')}>{estimatedArrival ? <DaySpan from={estimatedArrival} to={null} /> : '—'}</Fact>
}

function ReportedToChannel({ parcel: { reportedAt }, channelName }: { parcel: Package; channelName: string | null }) {
  return (
    channelName && (
      <Fact label={t('{channelName} notified', { channelName })}>
        {reportedAt ? <RelativeTime moment={reportedAt} /> : t('Not yet')}
      </Fact>
    )
  )
}

function PackageStatusBadge({ parcel }: { parcel: Package }) {
  const { carrierStatus, shippedAt, deliveredAt, deliverySource } = parcel
  if (deliveredAt) {
    return (
      <Badge tone="success" icon={<PackageCheck aria-hidden />}>
        {deliverySource === 'assumed' ? t('Assumed delivered') : t('Delivered')}
      </Badge>
    )
  }
  if (!shippedAt) {
    return (
      <Badge tone="neutral" icon={<Hourglass aria-hidden />}>
        {t('Not shipped yet')}
      </Badge>
    )
  }
  return (
    <Badge tone="info" icon={<Truck aria-hidden />}>
      {carrierStatus ? carrierStatusLabel(carrierStatus) : t('On its way')}
    </Badge>
  )
}

/** Tracking events of the carrier, newest first. */
function PackageEvents({ events }: Pick<Package, 'events'>) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-6">
        {t('{count, plural, one {# tracking event} other {# tracking events}}', { count: events.length })}
      </summary>
      <ol aria-label={t('Tracking events')} className="mt-1 divide-y border-t">
        {events.map(({ id, eventType, description, location, timestamp }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {description ?? carrierStatusLabel(eventType)}
              {location && <span className="text-muted">, {location}</span>}
            </span>
            <span className="text-muted">
              <RelativeTime moment={timestamp} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

type Units = readonly { orderItemId: string; quantity: number }[]

/** For example "2 × HP-1001, 1 × HP-1002". */
export function unitsText({ items }: OrderDetail, units: Units): string {
  return units
    .map(({ orderItemId, quantity }) => {
      const sku = items.find(({ id }) => id === orderItemId)?.sku ?? t('a removed item')
      return t('{quantity} × {sku}', { quantity, sku })
    })
    .join(', ')
}

/** Turns OUT_FOR_DELIVERY into "Out for delivery". Carriers' codes are an open set, so there is no table of labels. */
function carrierStatusLabel(status: string): string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(status)) return status
  const lower = status.toLowerCase().replaceAll('_', ' ')
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
