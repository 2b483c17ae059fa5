import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Select } from '#web/ui/select.tsx'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'

type SelectFieldProps<Values extends FieldValues, Output> = ChoiceFieldProps<Values, Output> & {
  options: ComponentProps<typeof Select<string>>['options']
}

export const SelectField = <Values extends FieldValues, Output>({
  options,
  ...field
}: SelectFieldProps<Values, Output>) => (
  <ChoiceField {...field}>{(chosen) => <Select {...chosen} options={options} />}</ChoiceField>
)
