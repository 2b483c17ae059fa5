import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { UserInput } from '#contract/admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { SelectField } from '../form-fields.tsx'
import { FormFooter } from '../form-footer.tsx'
import { showServerErrors } from '../form-submission.ts'
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
    <Dialog
      open
      onOpenChange={form.onClose}
      title={title}
      description="The person signs in with this email address at your sign-in provider."
    >
      <Fields {...form} />
    </Dialog>
  )
}

function Fields({ action, company, saving, onClose, children }: Omit<AccountFormProps, 'title'>) {
  const form = useForm<Values, unknown, NewAccount>({
    resolver: zodResolver(UserInput),
    defaultValues: { email: '', firstName: '', lastName: '', role: 'readonly', companyId: company?.id ?? '' },
  })
  const { errors } = form.formState
  const meaning = roleMeaning(useWatch({ control: form.control, name: 'role' }), 'They', company)

  const submit = form.handleSubmit(async (account) => {
    try {
      await saving.mutateAsync(account)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => <Input {...control} {...form.register('firstName')} autoComplete="off" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => <Input {...control} {...form.register('lastName')} autoComplete="off" />}
        </Field>
      </div>
      <SelectField
        control={form.control}
        name="role"
        label="Role"
        options={roleOptions}
        hint={meaning?.text ?? 'Choose a company to see what an admin of it can do.'}
        isHintDangerous={meaning?.isDangerous ?? false}
      />
      {children?.(form.control)}
      <FormFooter
        action={action}
        serverError={errors.root?.['server'] && saving.error}
        isPending={saving.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
