import type { AttentionCode } from '#contract/order-status.ts'
import { OrderDialogButton } from './order-dialog-button.tsx'
import type { OrderDialogName } from './order-dialogs.ts'
import type { OrderSubject } from './order-subject.ts'

type Remedy = { dialog: OrderDialogName; label: string }

/** What is done to the order itself; what is done about codes and messages elsewhere is not here. */
export const orderRemedies: Partial<Record<AttentionCode, Remedy>> = {
  not_enough_stock: { dialog: 'fulfill', label: 'Send all the same' },
  bad_address: { dialog: 'editAddress', label: 'Edit address' },
  rejected_by_amazon: { dialog: 'fulfill', label: 'Send again' },
  unfulfillable: { dialog: 'fulfill', label: 'Send again' },
  stuck_in_planning: { dialog: 'cancelAndResend', label: 'Cancel and resubmit' },
  submission_unanswered: { dialog: 'resend', label: 'Ask Amazon' },
  cancelled_by_channel: { dialog: 'cancel', label: 'Cancel order' },
  shipped_by_channel: { dialog: 'cancel', label: 'Cancel order' },
  shipped_partly: { dialog: 'fulfill', label: 'Send the rest' },
}

type OrderRemedyProps = { order: OrderSubject; code: AttentionCode }

export function OrderRemedy({ order, code }: OrderRemedyProps) {
  const remedy = orderRemedies[code]
  if (!remedy) return null
  return (
    <OrderDialogButton order={order} dialog={remedy.dialog} size="small">
      {remedy.label}
    </OrderDialogButton>
  )
}
