import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Switch } from '#web/ui/switch.tsx'

type SwitchFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, boolean>
  label: string
  hint?: string
}

export function SwitchField<Values extends FieldValues, Output>(props: SwitchFieldProps<Values, Output>) {
  const { control, name, ...face } = props
  const {
    field: { ref, value, onChange, onBlur, disabled = false },
  } = useController({ control, name })
  return <Switch {...face} ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} disabled={disabled} />
}
