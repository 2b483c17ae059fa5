import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { Switch } from '#web/ui/switch.tsx'

type ActiveSwitchProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, boolean>
}

export function ActiveSwitch<Values extends FieldValues, Output>({ control, name }: ActiveSwitchProps<Values, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Switch {...field} label="Active" checked={value} onCheckedChange={onChange} />
      )}
    />
  )
}
