import { type Ref, useState } from 'react'
import { maximumPageSize } from '#contract/paging.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useCompanies } from '#web/shared/use-companies.ts'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type CompanyFieldProps = {
  value: string
  onValueChange: (companyId: string) => void
  onBlur: () => void
  ref: Ref<HTMLButtonElement>
  error: string | undefined
}

/** Offers active companies only. When there are more than one answer can hold, a search narrows them. */
export function CompanyField({ error, ...select }: CompanyFieldProps) {
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
