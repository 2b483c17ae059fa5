import { useWatch } from 'react-hook-form'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { SelectField } from '#web/shared/select-field.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import type { GroupProps } from './general-fields.ts'

const speedLabels: Record<ShippingSpeed, string> = {
  standard: 'Standard',
  expedited: 'Expedited',
  priority: 'Priority',
}
const speedOptions = shippingSpeeds.map((value) => ({ value, label: speedLabels[value] }))

export function FulfillmentFields({ form }: GroupProps) {
  const { errors } = form.formState
  const isAutomatic = useWatch({ control: form.control, name: 'autoFulfill' })
  return (
    <DrawerSection title="Fulfillment">
      <SelectField
        control={form.control}
        name="shippingSpeed"
        label="Shipping speed"
        hint="For orders that don’t name one."
        options={speedOptions}
      />
      <SwitchField
        control={form.control}
        name="autoFulfill"
        label="Fulfill automatically"
        hint="Orders that need nobody’s attention go to Amazon by themselves. The others wait for you."
      />
      {isAutomatic && (
        <Field
          label="Delay in minutes"
          hint="Time in which an order can still be changed or cancelled here."
          error={errors.autoFulfillDelayMinutes?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('autoFulfillDelayMinutes', { valueAsNumber: true })}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          )}
        </Field>
      )}
      <SwitchField
        control={form.control}
        name="blankBox"
        label="Boxes without Amazon’s name"
        hint="Amazon ships this channel’s orders in plain boxes. What can’t go in one is refused and waits for you."
      />
      <SwitchField
        control={form.control}
        name="blocksAmazonLogistics"
        label="Never by Amazon’s own carrier"
        hint="Other carriers, such as UPS or USPS, bring this channel’s orders. That can cost more and take longer."
      />
    </DrawerSection>
  )
}
