import type { Fulfillment } from '#contract/fulfillment.ts'
import { formatMoney } from '#contract/money.ts'
import { isLive } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { DaySpan } from '#web/shared/orders/day-span.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-words.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { FulfillmentStatusBadge } from './fulfillment-status-badge.tsx'
import { FulfillmentProblems } from './fulfillment-trouble.tsx'
import { unitsText } from './units-in-words.ts'
import { PackageItem } from './package-item.tsx'

type FulfillmentCardProps = { order: OrderDetail; fulfillment: Fulfillment }

/** One attempt to have the order shipped, with its parcels. */
export function FulfillmentCard({ order, fulfillment }: FulfillmentCardProps) {
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
            <PackageItem key={parcel.id} parcel={parcel} order={order} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** What was asked of Amazon, and what it has promised. */
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
