import { formatCount } from '#web/lib/figures.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { PromotionFormReturn } from './promotion-form-props.ts'

type LimitFieldsProps = { form: PromotionFormReturn; redemptionCount: number }

/** Boxes for text: a box for numbers is empty to a script while something else is typed, and empty means no limit here. */
export function LimitFields({ form, redemptionCount }: LimitFieldsProps) {
  const { errors } = form.formState
  const used = redemptionCount > 0 ? `; ${formatCount(redemptionCount, 'use')} so far` : ''
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Minimum order" isOptional hint="Subtotal from which it applies" error={errors.minSubtotal?.message}>
        {(control) => <Input {...control} {...form.register('minSubtotal')} inputMode="decimal" autoComplete="off" />}
      </Field>
      <Field
        label="Maximum uses"
        isOptional
        hint={`Empty means unlimited${used}`}
        error={errors.maxRedemptions?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('maxRedemptions')} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
    </div>
  )
}
