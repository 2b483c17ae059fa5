import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Combobox } from '#web/ui/combobox.tsx'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'

type ComboboxFieldProps<Values extends FieldValues, Output> = ChoiceFieldProps<Values, Output> & {
  options: ComponentProps<typeof Combobox>['options']
}

export const ComboboxField = <Values extends FieldValues, Output>({
  options,
  ...field
}: ComboboxFieldProps<Values, Output>) => (
  <ChoiceField {...field}>{(chosen) => <Combobox {...chosen} options={options} />}</ChoiceField>
)
