import type { PersonRow } from '#contract/settings.ts'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { personName } from '#web/shared/person-name.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RoleBadge } from '#web/shared/role-badge.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { PersonMenu } from './person-menu.tsx'

export const peopleColumns: readonly TableColumn<PersonRow>[] = [
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

export const peopleColumnsForAdmins: readonly TableColumn<PersonRow>[] = [
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
