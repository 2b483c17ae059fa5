import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { SystemForm } from './system-fields.ts'

type UnitsFieldProps = { form: SystemForm; name: 'lowStockThreshold' | 'safetyBuffer'; label: string; hint: string }

export function UnitsField({ form, name, label, hint }: UnitsFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { valueAsNumber: true })}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          // Whoever scrolls the page on must not change the value on the way.
          onWheel={(event) => event.currentTarget.blur()}
          className="max-w-40"
        />
      )}
    </Field>
  )
}
