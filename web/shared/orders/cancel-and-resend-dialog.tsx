import { type SubmitEvent, useState } from 'react'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { useSingleFlight } from '#web/lib/use-once-at-a-time.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useCancelAndResend } from './api.ts'
import type { OrderDialogProps } from './order-dialog-props.ts'
import { shippingSpeedLabels } from './order-words.ts'

const sameSpeed = 'same'
const speedOptions = [
  { value: sameSpeed, label: 'As before' },
  ...shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] })),
] as const

export function CancelAndResendDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const [speed, setSpeed] = useState<ShippingSpeed | typeof sameSpeed>(sameSpeed)
  const cancelAndResend = useCancelAndResend()
  const singleFlight = useSingleFlight()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const resending = { orderId: id, ...(speed !== sameSpeed && { shippingSpeed: speed }) }
    singleFlight(() => cancelAndResend.mutateAsync(resending).then(onClose))
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Cancel and resubmit order ${orderNumber}?`}
      description="Amazon is asked to cancel the present attempt. Only once it has confirmed that is the order sent anew, so that nothing ships twice. If Amazon refuses, the present attempt ships."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Shipping speed">
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FormFooter
          action="Cancel and resubmit"
          serverError={cancelAndResend.error}
          isPending={cancelAndResend.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
