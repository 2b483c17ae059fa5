import Building2 from 'lucide-react/icons/building-2'
import type { CompanyRow } from '#contract/admin.ts'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useCompanies } from '#web/shared/use-companies.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { CompanyActions } from './company-actions.tsx'

const companyColumns: readonly TableColumn<CompanyRow>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Email', cell: ({ email }) => (email ? <EmailAddress email={email} /> : '—') },
  { header: 'Phone', cell: ({ phone }) => <span className="whitespace-nowrap">{phone ?? '—'}</span> },
  {
    header: 'Status',
    cell: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>),
  },
  { header: 'Created', cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
  { header: 'Actions', align: 'end', cell: (company) => <CompanyActions company={company} /> },
]

export function CompaniesList() {
  const { text, term, setText } = useUrlSearch('companies')
  const companies = useCompanies({ search: term })

  return (
    <Card aria-labelledby="companies-heading">
      <CardHeader
        id="companies-heading"
        title="Companies"
        actions={<SearchBox label="Search companies" text={text} onTextChange={setText} className="sm:w-64" />}
      />
      <PagedList
        what="The companies"
        query={companies}
        empty={
          <EmptyState icon={<Building2 />}>
            {term
              ? `No company matches “${term}”. Try a shorter search.`
              : 'No companies yet. Add Company makes the first one.'}
          </EmptyState>
        }
      >
        {(rows) => <Table caption="Companies" columns={companyColumns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </Card>
  )
}
