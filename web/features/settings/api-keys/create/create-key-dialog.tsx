import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { NewApiKey } from '#contract/api-keys.ts'
import { t } from '#contract/i18n.ts'
import { type ApiKeyScope, apiKeyScopes } from '#contract/roles.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SelectField } from '#web/shared/form-fields.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useCreateKey } from '../api.ts'
import { scopeLabels } from '../labels.ts'
import { emptyKey, expiryOptions, KeyFields, type KeyOutput, type KeyValues, toKeyInput } from './key-fields.ts'

type CreateKeyDialogProps = { onCreated: (key: NewApiKey) => void; onClose: () => void }

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  return (
    <FormDialog title={t('New key')} description={t('The key is shown only once.')} draft="api key" onClose={onClose}>
      {(dialog) => (
        <CreateKeyForm
          dialog={dialog}
          onCreated={(key) => {
            onClose()
            onCreated(key)
          }}
        />
      )}
    </FormDialog>
  )
}

type CreateKeyFormProps = { dialog: FormDialogControl; onCreated: (key: NewApiKey) => void }

function CreateKeyForm({ dialog, onCreated }: CreateKeyFormProps) {
  const createKey = useCreateKey(onCreated)
  const form = useForm({ resolver: zodResolver(KeyFields), defaultValues: emptyKey })
  const { errors, isSubmitting } = form.formState
  const expiry = useWatch({ control: form.control, name: 'expiry' })
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: (output) => createKey.mutateAsync(toKeyInput(output)),
    onSaved: () => undefined,
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Name')} hint={t('For example, the app that will use it.')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <ScopesField control={form.control} />
      <SelectField control={form.control} name="expiry" label={t('Expires')} options={expiryOptions} />
      {expiry === 'own' && (
        <Field label={t('Days until it expires')} error={errors.expiresInDays?.message}>
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
      <FormFooter action={t('Create key')} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}

function ScopesField({ control }: { control: Control<KeyValues, unknown, KeyOutput> }) {
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const chosen = field.value

  const toggle = (scope: ApiKeyScope) =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])

  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-medium">{t('Permissions')}</legend>
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
