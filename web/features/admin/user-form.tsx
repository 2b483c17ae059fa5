import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { CompanyRow } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { AccountForm, type AccountFormControl } from '#web/shared/accounts/account-form.tsx'
import { useCompanies } from '#web/shared/companies.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCreateUser } from './api.ts'

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const [company, setCompany] = useState<CompanyRow | null>(null)
  return (
    <AccountForm
      title={t('Add User')}
      action={t('Create User')}
      company={company}
      saving={useCreateUser()}
      onClose={onClose}
    >
      {(control) => <CompanyField control={control} onChoose={setCompany} />}
    </AccountForm>
  )
}

type CompanyFieldProps = { control: AccountFormControl; onChoose: (company: CompanyRow | null) => void }

/** Offers active companies only, with a search box when there are more companies than one page holds. */
function CompanyField({ control, onChoose }: CompanyFieldProps) {
  const { field, fieldState } = useController({ control, name: 'companyId' })
  const [search, setSearch] = useState('')
  const companies = useCompanies({ search: useDebounced(search), limit: maximumPageSize })
  const { rows, total } = companies.data ?? { rows: [], total: 0 }
  const options = rows.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name }))

  function choose(companyId: string) {
    field.onChange(companyId)
    onChoose(rows.find(({ id }) => id === companyId) ?? null)
  }

  if (companies.error && !companies.data) {
    return <LoadError what={t('The companies')} error={companies.error} onRetry={() => void companies.refetch()} />
  }
  return (
    <div className="grid gap-2">
      <Field label={t('Company')} error={fieldState.error?.message} hint={t('Only active companies are listed.')}>
        {(described) => (
          <Select
            {...described}
            ref={field.ref}
            value={field.value}
            onValueChange={choose}
            onBlur={field.onBlur}
            options={options}
            disabled={companies.isPending}
            placeholder={companies.isPending ? t('Loading...') : t('Choose a company')}
          />
        )}
      </Field>
      {(total > maximumPageSize || search) && (
        <SearchBox label={t('Find a company by name')} text={search} onTextChange={setSearch} />
      )}
    </div>
  )
}
