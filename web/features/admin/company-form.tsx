import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CompanyInput } from '#contract/admin.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { useCreateCompany } from './api.ts'

export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Company"
      description="A company has its own products, orders, channels and people; no other company sees them."
    >
      <CompanyForm onClose={onClose} />
    </Dialog>
  )
}

function CompanyForm({ onClose }: { onClose: () => void }) {
  const createCompany = useCreateCompany()
  const form = useForm<z.input<typeof CompanyInput>, unknown, z.output<typeof CompanyInput>>({
    resolver: zodResolver(CompanyInput),
    defaultValues: { name: '', email: '', phone: '', address: '' },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (company) => {
    try {
      await createCompany.mutateAsync(company)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Company name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="off" />}
      </Field>
      <Field label="Phone" isOptional error={errors.phone?.message}>
        {(control) => <Input {...control} {...form.register('phone')} type="tel" autoComplete="off" />}
      </Field>
      <Field label="Address" isOptional error={errors.address?.message}>
        {(control) => <Textarea {...control} {...form.register('address')} autoComplete="off" />}
      </Field>
      <FormFooter
        action="Create Company"
        serverError={errors.root?.['server'] && createCompany.error}
        isPending={createCompany.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
