import { Controller } from 'react-hook-form'
import { dimensionUnits, weightUnits } from '#contract/units.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { SkuFormReturn } from './sku-text-field.tsx'

const unitsOf = { weightUnit: weightUnits, dimensionUnit: dimensionUnits } as const

type UnitFieldProps = { form: SkuFormReturn; name: keyof typeof unitsOf; label: string }

export function UnitField({ form, name, label }: UnitFieldProps) {
  const options = unitsOf[name].map((unit) => ({ value: unit, label: unit }))
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { onChange, ...field } }) => (
        <Field label={label}>
          {(control) => <Select {...control} {...field} options={options} onValueChange={onChange} />}
        </Field>
      )}
    />
  )
}
