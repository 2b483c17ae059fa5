import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CompanyInput } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { useCreateCompany } from './api.ts'

export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={t('Add Company')}
      description={t('Each company has its own products, orders, channels and users, hidden from other companies.')}
      draft="company"
      onClose={onClose}
    >
      {(dialog) => <CompanyForm dialog={dialog} onSaved={onClose} />}
    </FormDialog>
  )
}

function CompanyForm({ dialog, onSaved }: { dialog: FormDialogControl; onSaved: () => void }) {
  const createCompany = useCreateCompany()
  const form = useForm<z.input<typeof CompanyInput>, unknown, z.output<typeof CompanyInput>>({
    resolver: zodResolver(CompanyInput),
    defaultValues: { name: '', email: '', phone: '', address: '' },
  })
  const { errors } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save: createCompany.mutateAsync, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Company name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label={t('Email')} error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="off" />}
      </Field>
      <Field label={t('Phone')} isOptional error={errors.phone?.message}>
        {(control) => <Input {...control} {...form.register('phone')} type="tel" autoComplete="off" />}
      </Field>
      <Field label={t('Address')} isOptional error={errors.address?.message}>
        {(control) => <Textarea {...control} {...form.register('address')} autoComplete="off" />}
      </Field>
      <FormFooter
        action={t('Create Company')}
        serverError={serverError}
        isPending={createCompany.isPending}
        onCancel={dialog.leave}
      />
    </form>
  )
}
