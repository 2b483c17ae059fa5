import Users from 'lucide-react/icons/users'
import { adminApi } from '#contract/admin.ts'
import { allows } from '#contract/roles.ts'
import type { PersonRow } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { EmailAddress, personName, RoleBadge } from '#web/shared/people.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../settings-section.tsx'
import { usePeople } from './api.ts'
import { PersonMenu } from './person-menu.tsx'

export function UsersTab() {
  const { role } = useCurrentUser()
  const { data: people, error, isFetching, refetch } = usePeople()
  const isAdmin = allows(adminApi.updateUser.access, role)
  return (
    <ListSection
      title="People"
      description={`Accounts are created by your provider’s team. ${isAdmin ? 'New ones are added in the Admin Panel.' : 'Ask them to add somebody, change a role or end sessions.'}`}
    >
      {error && (
        <div className="px-4 pb-4 md:px-5 md:pb-5">
          <LoadError what="The people" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!people && !error && <Spinner />}
      {people?.length === 0 && (
        <EmptyState icon={<Users />}>
          This company has no accounts yet. Whoever gets one appears here, with role and last visit.
        </EmptyState>
      )}
      {people && people.length > 0 && (
        <div className="border-t">
          <Table
            caption="People"
            columns={isAdmin ? peopleColumnsForAdmins : peopleColumns}
            rows={people}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </ListSection>
  )
}

const peopleColumns: readonly TableColumn<PersonRow>[] = [
  {
    header: 'Name',
    cell: (person) => (
      <span>
        {personName(person)} {person.isYou && <span className="font-normal text-muted">(You)</span>}
      </span>
    ),
  },
  { header: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    header: 'Last seen',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <RelativeTime moment={lastSeenAt} /> : <span className="text-muted">Not yet</span>,
  },
]

const peopleColumnsForAdmins: readonly TableColumn<PersonRow>[] = [
  ...peopleColumns,
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (person) => (
      <span className="as-cards:ml-auto">
        <PersonMenu person={person} />
      </span>
    ),
  },
]
