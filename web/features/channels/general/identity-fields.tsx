import { useWatch } from 'react-hook-form'
import { feedSlug } from '#contract/channel-values.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import type { GroupProps } from './general-fields.ts'

const inactiveHint =
  'While it is off, orders that arrive by webhook wait and are taken in when it is on again. Its API key and feed don’t answer, and it is sent no stock.'

export function IdentityFields({ form, channel }: GroupProps) {
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  const isFeedMoving = feedSlug(name) !== feedSlug(channel.name)
  return (
    <div className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {isFeedMoving && (
        <Alert tone="warning" title="The product feed moves">
          Its address will end in <span className="font-mono wrap-anywhere">{feedSlug(name)}.json</span>, or with a
          number added where that is taken. Whoever reads it at the present address finds nothing there until you tell
          them the new one.
        </Alert>
      )}
      <SwitchField control={form.control} name="isActive" label="Active" hint={inactiveHint} />
    </div>
  )
}
