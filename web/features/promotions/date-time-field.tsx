import { type SyntheticEvent, useState } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input } from '#web/ui/field.tsx'

/** No text of a date and time, so that what checks the form refuses it. */
const unfinished = 'unfinished'

type DateTimeFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
  hint: string
}

/** A half-typed date is empty to a script, and would be taken for none: only its validity tells, at any time. */
export function DateTimeField<Values extends FieldValues, Output>(props: DateTimeFieldProps<Values, Output>) {
  const { control, name, label, hint } = props
  const { field, fieldState } = useController({ control, name })
  const [opened] = useState(field.value)

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
          defaultValue={opened}
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
