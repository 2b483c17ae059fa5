import { type Control, useController } from 'react-hook-form'
import { apiKeyScopes, type ApiKeyScope } from '#contract/roles.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { scopeLabels } from '../scope-words.ts'
import type { KeyOutput, KeyValues } from './key-fields.ts'

export function ScopesField({ control }: { control: Control<KeyValues, unknown, KeyOutput> }) {
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const chosen = field.value

  const toggle = (scope: ApiKeyScope) =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])

  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-medium">What it may do</legend>
      {apiKeyScopes.map((scope, position) => (
        <Checkbox
          key={scope}
          ref={position === 0 ? field.ref : undefined}
          {...scopeLabels[scope]}
          checked={chosen.includes(scope)}
          onChange={() => toggle(scope)}
        />
      ))}
      {fieldState.error && (
        <p role="alert" className="text-sm text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
