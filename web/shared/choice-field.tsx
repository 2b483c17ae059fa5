import type { ReactNode, Ref } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'

export type ChoiceFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
  hint?: string
}

type FieldControl = Parameters<Parameters<typeof Field>[0]['children']>[0]
type ChoiceControl = FieldControl & {
  ref: Ref<never>
  value: string
  onValueChange: (value: string) => void
  onBlur: () => void
  disabled: boolean
}

/** One of several values of a form, by whatever control they are chosen with. */
export function ChoiceField<Values extends FieldValues, Output>(
  props: ChoiceFieldProps<Values, Output> & { children: (chosen: ChoiceControl) => ReactNode },
) {
  const { control, name, label, hint, children } = props
  const {
    field: { ref, value, onChange, onBlur, disabled = false },
    fieldState,
  } = useController({ control, name })
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(described) => children({ ...described, ref, value, onValueChange: onChange, onBlur, disabled })}
    </Field>
  )
}
