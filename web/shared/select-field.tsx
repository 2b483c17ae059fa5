import type { ComponentProps } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type SelectFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
  hint?: string
  options: ComponentProps<typeof Select<string>>['options']
}

export function SelectField<Values extends FieldValues, Output>(props: SelectFieldProps<Values, Output>) {
  const { control, name, label, hint, options } = props
  const {
    field: { ref, value, onChange, onBlur, disabled = false },
    fieldState,
  } = useController({ control, name })
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(described) => (
        <Select
          {...described}
          ref={ref}
          options={options}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          disabled={disabled}
        />
      )}
    </Field>
  )
}
