import type { RecentOrder } from '#contract/dashboard.ts'
import { OrderLink } from '#web/shared/order-link.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'

const linkStyles = buttonVariants({ size: 'small' })

export function RecentOrderActions({ order }: { order: RecentOrder }) {
  const { id, orderNumber } = order
  return (
    <div className="flex flex-wrap gap-1.5 as-cards:justify-end">
      <OrderLink orderId={id} aria-label={`View Details of order ${orderNumber}`} className={linkStyles}>
        View Details
      </OrderLink>
      <StatusAction order={order} />
    </div>
  )
}

function StatusAction({ order }: { order: RecentOrder }) {
  const { id, orderNumber, status } = order
  switch (status) {
    case 'placed':
      return (
        <OrderDialogButton order={order} dialog="resend" size="small" aria-label={`Resend to MCF order ${orderNumber}`}>
          Resend to MCF
        </OrderDialogButton>
      )
    case 'shipped':
      return (
        <OrderLink
          orderId={id}
          section="packages"
          aria-label={`Track Shipment of order ${orderNumber}`}
          className={linkStyles}
        >
          Track Shipment
        </OrderLink>
      )
    case 'delivered':
      return (
        <OrderDialogButton
          order={order}
          dialog="requestReview"
          size="small"
          aria-label={`Request Review of order ${orderNumber}`}
        >
          Request Review
        </OrderDialogButton>
      )
    case 'acknowledged':
    case 'sent_to_fulfillment':
    case 'cancelled':
      return null
  }
}
