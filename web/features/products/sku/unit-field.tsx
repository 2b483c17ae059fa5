import { dimensionUnits, weightUnits } from '#contract/units.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import type { SkuFormReturn } from './sku-text-field.tsx'

const unitsOf = { weightUnit: weightUnits, dimensionUnit: dimensionUnits } as const

type UnitFieldProps = { form: SkuFormReturn; name: keyof typeof unitsOf; label: string }

export function UnitField({ form, name, label }: UnitFieldProps) {
  const options = unitsOf[name].map((unit) => ({ value: unit, label: unit }))
  return <SelectField control={form.control} name={name} label={label} options={options} />
}
