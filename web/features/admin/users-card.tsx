import Users from 'lucide-react/icons/users'
import type { UserRow } from '#contract/admin.ts'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { personName } from '#web/shared/person-name.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RoleBadge } from '#web/shared/role-badge.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlSearch } from '#web/shared/use-url-search.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useUsers } from './api.ts'

const userColumns: readonly TableColumn<UserRow>[] = [
  { header: 'Name', cell: personName },
  { header: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  {
    header: 'Company',
    cell: ({ company }) => company?.name ?? <span className="text-muted">No Company</span>,
  },
  { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { header: 'Created', cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
]

export function UsersList() {
  const { text, term, setText } = useUrlSearch('users')
  const users = useUsers({ search: term })

  return (
    <Card aria-labelledby="users-heading">
      <CardHeader
        id="users-heading"
        title="Users"
        actions={<SearchBox label="Search users" text={text} onTextChange={setText} className="sm:w-64" />}
      />
      <PagedList
        what="The users"
        query={users}
        empty={
          <EmptyState icon={<Users />}>
            {term
              ? `No user matches “${term}”. Try a shorter search.`
              : 'No users yet. Add User makes the first account.'}
          </EmptyState>
        }
      >
        {(rows) => <Table caption="Users" columns={userColumns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </Card>
  )
}
