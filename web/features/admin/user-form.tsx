import { zodResolver } from '@hookform/resolvers/zod'
import { type Ref, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { UserInput } from '#contract/admin.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { roleLabels, roles } from '#contract/roles.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { SelectField } from '#web/shared/form-fields.tsx'
import { useCompanies } from '#web/shared/companies.ts'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCreateUser } from './api.ts'

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add User"
      description="The person signs in with this email address at your sign-in provider."
    >
      <UserForm onClose={onClose} />
    </Dialog>
  )
}

const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

function UserForm({ onClose }: { onClose: () => void }) {
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

type CompanyFieldProps = {
  value: string
  onValueChange: (companyId: string) => void
  onBlur: () => void
  ref: Ref<HTMLButtonElement>
  error: string | undefined
}

/** Offers active companies only, with a search box when there are more companies than one page holds. */
function CompanyField({ error, ...select }: CompanyFieldProps) {
  const [search, setSearch] = useState('')
  const companies = useCompanies({ search: useDebounced(search), limit: maximumPageSize })
  const { rows, total } = companies.data ?? { rows: [], total: 0 }
  const options = rows.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name }))

  if (companies.error && !companies.data) {
    return <LoadError what="The companies" error={companies.error} onRetry={() => void companies.refetch()} />
  }
  return (
    <div className="grid gap-2">
      <Field label="Company" error={error} hint="Only active companies can get new people.">
        {(control) => (
          <Select
            {...control}
            {...select}
            options={options}
            disabled={companies.isPending}
            placeholder={companies.isPending ? 'Loading...' : 'Choose a company'}
          />
        )}
      </Field>
      {(total > maximumPageSize || search) && (
        <SearchBox label="Find a company by name" text={search} onTextChange={setSearch} />
      )}
    </div>
  )
}
