import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type MaskedFieldProps = {
  label: string
  value: string
  /** What can be done with it. */
  children: ReactNode
}

/** A key or secret that is only to be read. */
export function MaskedField({ label, value, children }: MaskedFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 grow basis-64">
            <Input {...control} aria-required={undefined} readOnly value={value} className="font-mono" />
          </div>
          {children}
        </div>
      )}
    </Field>
  )
}
