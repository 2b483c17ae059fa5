import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Fulfillment } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { type FulfillmentStatus, isLive } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { DaySpan } from '#web/shared/dates.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { fulfillmentStatusLabels, shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { PackageItem, unitsText } from './package-item.tsx'

type FulfillmentsSectionProps = {
  order: OrderDetail
  /** Whether the URL asks for this section: it is then scrolled to and focused. */
  isFocused: boolean
}

export function FulfillmentsSection({ order, isFocused }: FulfillmentsSectionProps) {
  const place = useRef<HTMLDivElement>(null)
  const mustShip =
    order.needsOwnShipping && (order.status === 'placed' || order.status === 'acknowledged' || order.isPartial)

  useEffect(() => {
    if (!isFocused) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [isFocused])

  return (
    <div ref={place} tabIndex={-1} className="min-w-0 scroll-mt-16 outline-none">
      <DrawerSection title={t('Fulfillment')}>
        {mustShip && (
          <p className="mb-3">
            {t('Amazon doesn’t stock any of its SKUs, so only you can ship it. Your packages appear here.')}
          </p>
        )}
        {order.fulfillments.length === 0 ? (
          !mustShip && (
            <p className="text-muted">
              {t('Nothing has been sent to Amazon yet. Amazon’s status and the packages appear here.')}
            </p>
          )
        ) : (
          <ol className="grid gap-4">
            {order.fulfillments.map((fulfillment) =>
              fulfillment.provider === 'seller' ? (
                <OwnParcelCard key={fulfillment.id} order={order} fulfillment={fulfillment} />
              ) : (
                <FulfillmentCard key={fulfillment.id} order={order} fulfillment={fulfillment} />
              ),
            )}
          </ol>
        )}
      </DrawerSection>
    </div>
  )
}

type FulfillmentCardProps = { order: OrderDetail; fulfillment: Fulfillment }

/** One fulfillment attempt at Amazon, with its packages. */
function FulfillmentCard({ order, fulfillment }: FulfillmentCardProps) {
  const { attempt, status, externalFulfillmentId, packages } = fulfillment
  return (
    <li aria-label={t('Attempt {attempt}', { attempt })} className="min-w-0 rounded-lg border">
      <div className="grid gap-3 px-4 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {t('Attempt {attempt}', { attempt })} <FulfillmentStatusBadge status={status} />
          </p>
          <CopyableCode label={t('fulfillment ID')} code={externalFulfillmentId} />
        </div>
        <FulfillmentProblems order={order} fulfillment={fulfillment} />
        <FulfillmentFacts order={order} fulfillment={fulfillment} />
      </div>
      {packages.length > 0 && (
        <ul aria-label={t('Packages')} className="divide-y border-t">
          {packages.map((parcel) => (
            <PackageItem key={parcel.id} parcel={parcel} order={order} isOwn={false} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** A parcel that the seller has shipped himself. */
function OwnParcelCard({ order, fulfillment: { packages } }: FulfillmentCardProps) {
  return (
    <li className="min-w-0 rounded-lg border">
      <ul aria-label={t('Your package')}>
        {packages.map((parcel) => (
          <PackageItem key={parcel.id} parcel={parcel} order={order} isOwn />
        ))}
      </ul>
    </li>
  )
}

/** The requested shipping speed, and Amazon's dates, fee and units. */
function FulfillmentFacts({ order, fulfillment }: FulfillmentCardProps) {
  const { shippingSpeed, estimatedShipDate, estimatedDeliveryDate, items, checkedAt, status } = fulfillment
  const { shippingCost, shippingCostCurrency } = fulfillment
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      <Fact label={t('Speed')}>{shippingSpeedLabels[shippingSpeed]}</Fact>
      <Fact label={t('Ships by')}>{estimatedShipDate ? <DaySpan from={estimatedShipDate} to={null} /> : '—'}</Fact>
      <Fact label={t('Arrives by')}>
        {estimatedDeliveryDate ? <DaySpan from={estimatedDeliveryDate} to={null} /> : '—'}
      </Fact>
      <Fact label={t('Fee')}>
        {shippingCost ? formatMoney(shippingCost, shippingCostCurrency ?? order.currency) : '—'}
      </Fact>
      <Fact label={t('Units')}>{unitsText(order, items) || '—'}</Fact>
      {isLive(status) && (
        <Fact label={t('Last checked')}>{checkedAt ? <RelativeTime moment={checkedAt} /> : t('Not yet')}</Fact>
      )}
    </dl>
  )
}

/** Alerts of an attempt: submission errors, a pending cancellation, units that Amazon left out. */
function FulfillmentProblems({ order, fulfillment }: FulfillmentCardProps) {
  const { status, error, cancelRequestedAt, cancelPurpose } = fulfillment
  const leftOut = unitsLeftOut(fulfillment)
  return (
    <>
      {error && status === 'pending' && (
        <Alert
          tone="warning"
          title={t('Not accepted by Amazon yet')}
          action={
            <OrderDialogButton order={order} dialog="resend" size="small">
              {t('Ask Amazon')}
            </OrderDialogButton>
          }
        >
          <span className="wrap-anywhere">{error.message}</span>{' '}
          {t('Lockstep will keep trying with the same fulfillment ID.')}
        </Alert>
      )}
      {error && status !== 'pending' && (
        <Alert tone="danger" title={t('Amazon did not ship it')}>
          <span className="wrap-anywhere">{error.message}</span>
        </Alert>
      )}
      {cancelRequestedAt && (
        <Alert tone="warning" title={t('Cancellation requested')}>
          {rich(
            cancelPurpose === 'send_again'
              ? t('Requested {when}. Once Amazon confirms, the order will be sent again.')
              : t('Requested {when}. Once Amazon confirms, the order will be cancelled.'),
            { when: <RelativeTime moment={cancelRequestedAt} /> },
          )}
        </Alert>
      )}
      {leftOut.length > 0 && status !== 'cancelled' && status !== 'unfulfillable' && (
        <Alert tone="warning">{t('Amazon didn’t ship {units}.', { units: unitsText(order, leftOut) })}</Alert>
      )}
    </>
  )
}

const unitsLeftOut = ({ items }: Fulfillment) =>
  items
    .map(({ orderItemId, cancelledQuantity, unfulfillableQuantity }) => ({
      orderItemId,
      quantity: cancelledQuantity + unfulfillableQuantity,
    }))
    .filter(({ quantity }) => quantity > 0)

const waitingStyle = { tone: 'info', icon: <Hourglass aria-hidden /> } as const

const statusStyles: Record<FulfillmentStatus, { tone: Tone; icon?: ReactNode }> = {
  pending: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" /> },
  submitted: waitingStyle,
  received: waitingStyle,
  planning: waitingStyle,
  processing: waitingStyle,
  shipped: { tone: 'info', icon: <Truck aria-hidden /> },
  delivered: { tone: 'success', icon: <PackageCheck aria-hidden /> },
  cancelled: { tone: 'neutral', icon: <Ban aria-hidden /> },
  unfulfillable: { tone: 'danger' },
}

function FulfillmentStatusBadge({ status }: { status: FulfillmentStatus }) {
  return <Badge {...statusStyles[status]}>{fulfillmentStatusLabels[status]}</Badge>
}
