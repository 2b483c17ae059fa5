import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { UserInput } from '#contract/admin.ts'
import { roleLabels, roles } from '#contract/roles.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-refusal.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCreateUser } from './api.ts'
import { CompanyField } from './company-field.tsx'

const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

export function UserForm({ onClose }: { onClose: () => void }) {
  const createUser = useCreateUser()
  const form = useForm<z.input<typeof UserInput>, unknown, z.output<typeof UserInput>>({
    resolver: zodResolver(UserInput),
    defaultValues: { email: '', firstName: '', lastName: '', role: 'readonly', companyId: '' },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (user) => {
    try {
      await createUser.mutateAsync(user)
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
      <SelectField control={form.control} name="role" label="Role" options={roleOptions} />
      <Controller
        control={form.control}
        name="companyId"
        render={({ field: { onChange, ...field } }) => (
          <CompanyField {...field} error={errors.companyId?.message} onValueChange={onChange} />
        )}
      />
      <FormFooter
        action="Create User"
        serverError={errors.root?.['server'] && createUser.error}
        isPending={createUser.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
