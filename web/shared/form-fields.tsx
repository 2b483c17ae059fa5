import type { ComponentProps, ReactNode, Ref } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'

type SelectFieldProps<Values extends FieldValues, Output> = ChoiceFieldProps<Values, Output> & {
  options: ComponentProps<typeof Select<string>>['options']
}

export const SelectField = <Values extends FieldValues, Output>({
  options,
  ...field
}: SelectFieldProps<Values, Output>) => (
  <ChoiceField {...field}>{(chosen) => <Select {...chosen} options={options} />}</ChoiceField>
)

type SwitchFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, boolean>
  label: string
  hint?: string
}

export function SwitchField<Values extends FieldValues, Output>(props: SwitchFieldProps<Values, Output>) {
  const { control, name, ...labels } = props
  const {
    field: { ref, value, onChange, onBlur, disabled = false },
  } = useController({ control, name })
  return <Switch {...labels} ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} disabled={disabled} />
}

type ChoiceFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
  hint?: string | undefined
  isHintDangerous?: boolean
}

type FieldControl = Parameters<Parameters<typeof Field>[0]['children']>[0]

type ChoiceControl = FieldControl & {
  ref: Ref<never>
  value: string
  onValueChange: (value: string) => void
  onBlur: () => void
  disabled: boolean
}

/** Connects a choice control (select or combobox) to a react-hook-form field. */
export function ChoiceField<Values extends FieldValues, Output>(
  props: ChoiceFieldProps<Values, Output> & { children: (chosen: ChoiceControl) => ReactNode },
) {
  const { control, name, label, hint, isHintDangerous = false, children } = props
  const {
    field: { ref, value, onChange, onBlur, disabled = false },
    fieldState,
  } = useController({ control, name })
  return (
    <Field label={label} hint={hint} isHintDangerous={isHintDangerous} error={fieldState.error?.message}>
      {(described) => children({ ...described, ref, value, onValueChange: onChange, onBlur, disabled })}
    </Field>
  )
}
