import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { NewApiKey } from '#contract/api-keys.ts'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SelectField } from '#web/shared/select-field.tsx'
import { useFormSaving } from '#web/shared/use-form-saving.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCreateKey } from '../api.ts'
import { emptyKey, expiryOptions, KeyFields, toKeyInput } from './key-fields.ts'
import { ScopesField } from './scopes-field.tsx'

type CreateKeyFormProps = { dialog: FormDialogControl; onMade: (key: NewApiKey) => void }

export function CreateKeyForm({ dialog, onMade }: CreateKeyFormProps) {
  const createKey = useCreateKey(onMade)
  const form = useForm({ resolver: zodResolver(KeyFields), defaultValues: emptyKey })
  const { errors, isSubmitting } = form.formState
  const expiry = useWatch({ control: form.control, name: 'expiry' })
  const { onSubmit, serverError } = useFormSaving(form, {
    dialog,
    save: (output) => createKey.mutateAsync(toKeyInput(output)),
    onSaved: () => undefined,
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Name" hint="Such as the program that will use it." error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <ScopesField control={form.control} />
      <SelectField control={form.control} name="expiry" label="Expires" options={expiryOptions} />
      {expiry === 'own' && (
        <Field label="Days until it expires" error={errors.expiresInDays?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('expiresInDays', { valueAsNumber: true, shouldUnregister: true })}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          )}
        </Field>
      )}
      <FormFooter action="Create key" serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}
