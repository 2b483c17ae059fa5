import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { UserInput } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { SelectField } from '../form-fields.tsx'
import { DraftNotice } from '../drafts.tsx'
import { FormDialog, type FormDialogControl } from '../form-dialog.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useFormSaving } from '../form-submission.ts'
import { roleOptions } from './account-dialogs.tsx'
import { type AccountCompany, roleMeaning } from './role-meaning.ts'

export type NewAccount = z.output<typeof UserInput>

type Values = z.input<typeof UserInput>

export type AccountFormControl = Control<Values, unknown, NewAccount>

type AccountFormProps = {
  title: string
  action: string
  /** The company of the account, as far as it is chosen: what a role allows depends on it. */
  company: (AccountCompany & { id: string }) | null
  saving: { isPending: boolean; error: unknown; mutateAsync: (account: NewAccount) => Promise<unknown> }
  onClose: () => void
  /** The field for the company, where it is not given. */
  children?: (control: AccountFormControl) => ReactNode
}

/** A new account. */
export function AccountForm({ title, ...form }: AccountFormProps) {
  return (
    <FormDialog
      title={title}
      description={t('They sign in with this email address through your sign-in provider.')}
      draft="account"
      onClose={form.onClose}
    >
      {(dialog) => <Fields {...form} dialog={dialog} />}
    </FormDialog>
  )
}

type FieldsProps = Omit<AccountFormProps, 'title'> & { dialog: FormDialogControl }

function Fields({ action, company, saving, dialog, onClose, children }: FieldsProps) {
  const form = useForm<Values, unknown, NewAccount>({
    resolver: zodResolver(UserInput),
    defaultValues: { email: '', firstName: '', lastName: '', role: 'readonly', companyId: company?.id ?? '' },
  })
  const { errors } = form.formState
  const meaning = roleMeaning(useWatch({ control: form.control, name: 'role' }), t('They'), company)
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: saving.mutateAsync,
    onSaved: onClose,
    // Chosen anew: its name stands outside the form.
    secrets: ['companyId'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Email')} error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('First name')} error={errors.firstName?.message}>
          {(control) => <Input {...control} {...form.register('firstName')} autoComplete="off" />}
        </Field>
        <Field label={t('Last name')} error={errors.lastName?.message}>
          {(control) => <Input {...control} {...form.register('lastName')} autoComplete="off" />}
        </Field>
      </div>
      <SelectField
        control={form.control}
        name="role"
        label={t('Role')}
        options={roleOptions}
        hint={meaning?.text ?? t('Choose a company to see what its admins can do.')}
        isHintDangerous={meaning?.isDangerous ?? false}
      />
      {children?.(form.control)}
      <FormFooter action={action} serverError={serverError} isPending={saving.isPending} onCancel={dialog.leave} />
    </form>
  )
}
