import { useController } from 'react-hook-form'
import { type PromotionType, promotionTypes } from '#contract/promotion-state.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { PromotionFormReturn } from './promotion-form-props.ts'

const typeLabels: Record<PromotionType, string> = { percent: 'Percentage off', flat: 'Flat amount off' }
const typeOptions = promotionTypes.map((type) => ({ value: type, label: typeLabels[type] }))

const valueInputs: Record<PromotionType, { step: string; hint: string }> = {
  percent: { step: '1', hint: 'Percent of the subtotal, up to 100' },
  flat: { step: '0.01', hint: 'Taken off the subtotal once' },
}

type ValueFieldsProps = { form: PromotionFormReturn; isLocked: boolean }

export function ValueFields({ form, isLocked }: ValueFieldsProps) {
  const { field } = useController({ control: form.control, name: 'type' })
  const { errors } = form.formState
  const { step, hint } = valueInputs[field.value]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Type"
        hint={isLocked ? 'An order has used this promotion, so its type stays as it is.' : undefined}
        error={errors.type?.message}
      >
        {(control) => (
          <Select
            {...control}
            ref={field.ref}
            options={typeOptions}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            disabled={isLocked}
          />
        )}
      </Field>
      <Field label="Value" hint={hint} error={errors.value?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('value')}
            type="number"
            min={0}
            step={step}
            inputMode="decimal"
            autoComplete="off"
            // Whoever scrolls the form on must not change the value on the way.
            onWheel={(event) => event.currentTarget.blur()}
          />
        )}
      </Field>
    </div>
  )
}
