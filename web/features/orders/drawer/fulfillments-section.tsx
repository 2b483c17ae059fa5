import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Fulfillment } from '#contract/fulfillment.ts'
import { formatMoney } from '#contract/money.ts'
import { type FulfillmentStatus, isLive } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { DaySpan } from '#web/shared/dates.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { fulfillmentStatusLabels, shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
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
      <DrawerSection title="Fulfillment">
        {mustShip && (
          <p className="mb-3">Amazon holds none of its SKUs: only you can ship it. Your parcels appear here.</p>
        )}
        {order.fulfillments.length === 0 ? (
          !mustShip && (
            <p className="text-muted">Nothing has been sent to Amazon yet. Its answers and the parcels appear here.</p>
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
    <li aria-label={`Attempt ${attempt}`} className="min-w-0 rounded-lg border">
      <div className="grid gap-3 px-4 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            Attempt {attempt} <FulfillmentStatusBadge status={status} />
          </p>
          <CopyableCode label="fulfillment id" code={externalFulfillmentId} />
        </div>
        <FulfillmentProblems order={order} fulfillment={fulfillment} />
        <FulfillmentFacts order={order} fulfillment={fulfillment} />
      </div>
      {packages.length > 0 && (
        <ul aria-label="Packages" className="divide-y border-t">
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
      <ul aria-label="Your parcel">
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
      <Fact label="Speed">{shippingSpeedLabels[shippingSpeed]}</Fact>
      <Fact label="Ships by">{estimatedShipDate ? <DaySpan from={estimatedShipDate} to={null} /> : '—'}</Fact>
      <Fact label="Arrives by">{estimatedDeliveryDate ? <DaySpan from={estimatedDeliveryDate} to={null} /> : '—'}</Fact>
      <Fact label="Fee">{shippingCost ? formatMoney(shippingCost, shippingCostCurrency ?? order.currency) : '—'}</Fact>
      <Fact label="Units">{unitsText(order, items) || '—'}</Fact>
      {isLive(status) && (
        <Fact label="Amazon last asked">{checkedAt ? <RelativeTime moment={checkedAt} /> : 'Not yet'}</Fact>
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
          title="Amazon has not taken it yet"
          action={
            <OrderDialogButton order={order} dialog="resend" size="small">
              Ask Amazon
            </OrderDialogButton>
          }
        >
          <span className="wrap-anywhere">{error.message}</span> Lockstep keeps trying by itself, under the same
          fulfillment id.
        </Alert>
      )}
      {error && status !== 'pending' && (
        <Alert tone="danger" title="Amazon did not ship it">
          <span className="wrap-anywhere">{error.message}</span>
        </Alert>
      )}
      {cancelRequestedAt && (
        <Alert tone="warning" title="Amazon is asked to cancel it">
          Since <RelativeTime moment={cancelRequestedAt} />.{' '}
          {cancelPurpose === 'send_again'
            ? 'Once Amazon has confirmed that, the order is sent anew.'
            : 'Once Amazon has confirmed that, the order is cancelled.'}
        </Alert>
      )}
      {leftOut.length > 0 && status !== 'cancelled' && status !== 'unfulfillable' && (
        <Alert tone="warning">Amazon left out {unitsText(order, leftOut)}.</Alert>
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
