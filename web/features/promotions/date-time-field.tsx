import { type SyntheticEvent, useState } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input } from '#web/ui/field.tsx'

/** Value of a half-typed date: fails the schema's pattern, so that the form is not submitted. */
const unfinished = 'unfinished'

type DateTimeFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
  hint: string
}

/** The value of a half-typed date is '' in the DOM, as if there were none; `validity.badInput` tells the two apart. */
export function DateTimeField<Values extends FieldValues, Output>(props: DateTimeFieldProps<Values, Output>) {
  const { control, name, label, hint } = props
  const { field, fieldState } = useController({ control, name })
  const [initialValue] = useState(field.value)

  function read({ currentTarget: { value, validity } }: SyntheticEvent<HTMLInputElement>) {
    const typed = validity.badInput ? unfinished : value
    if (typed !== field.value) field.onChange(typed)
  }

  return (
    <Field label={label} isOptional hint={hint} error={fieldState.error?.message}>
      {(described) => (
        <Input
          {...described}
          ref={field.ref}
          type="datetime-local"
          max="9999-12-31T23:59"
          defaultValue={initialValue}
          onChange={read}
          onKeyUp={read}
          onBlur={(event) => {
            read(event)
            field.onBlur()
          }}
        />
      )}
    </Field>
  )
}
