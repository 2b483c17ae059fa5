import Users from 'lucide-react/icons/users'
import { adminApi } from '#contract/admin.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table } from '#web/ui/table.tsx'
import { ListSection } from '../list-section.tsx'
import { usePeople } from './api.ts'
import { peopleColumns, peopleColumnsForAdmins } from './people-columns.tsx'

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
