import type { Fulfillment } from '#contract/fulfillment.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { unitsText } from './units-in-words.ts'

type FulfillmentProblemsProps = { order: OrderDetail; fulfillment: Fulfillment }

/** What stands in the way of an attempt, why, and what to do about it. */
export function FulfillmentProblems({ order, fulfillment }: FulfillmentProblemsProps) {
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
