import { type SubmitEvent, useState } from 'react'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { formatCount } from '#web/lib/figures.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const ownSpeed = 'own'

const speedOptions: readonly { value: ShippingSpeed | typeof ownSpeed; label: string }[] = [
  { value: ownSpeed, label: 'Each order’s own speed' },
  ...shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] })),
]

type FulfillBatchDialogProps = {
  count: number
  refusal: unknown
  isPending: boolean
  onSend: (details: { shippingSpeed?: ShippingSpeed }) => void
  onClose: () => void
}

export function FulfillBatchDialog({ count, refusal, isPending, onSend, onClose }: FulfillBatchDialogProps) {
  const [speed, setSpeed] = useState<ShippingSpeed | typeof ownSpeed>(ownSpeed)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSend(speed === ownSpeed ? {} : { shippingSpeed: speed })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Fulfill ${formatCount(count, 'order')}?`}
      description="Amazon ships them and charges its fee for each. An order on hold, short of stock or with an address to correct is left as it is, with the reason."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Shipping speed">
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FormFooter action="Send to Amazon" serverError={refusal} isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
