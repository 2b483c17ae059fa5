import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { type PersonRow, settingsApi } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { AccountMenu } from '#web/shared/accounts/account-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { AccountRole, EmailAddress, personName } from '#web/shared/people.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { Spinner } from '#web/ui/loading.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../settings-section.tsx'
import { personCalls, usePeople } from './api.ts'

export function UsersTab() {
  const { role } = useCurrentUser()
  const { data: people, error, isFetching, refetch } = usePeople()
  const list = useFocusAfterRemoval<HTMLDivElement>(people?.length ?? 0)
  const isAdmin = allows(settingsApi.updatePerson.access, role)
  return (
    <ListSection
      title={t('People')}
      description={
        isAdmin
          ? t('Everyone with an account in this company. Admins add people, change roles and remove access.')
          : t('Everyone with an account in this company. Ask an admin to add someone, change a role or remove access.')
      }
      actions={isAdmin && <AddPerson />}
    >
      {error && (
        <div className="px-4 pb-4 md:px-5 md:pb-5">
          <LoadError what={t('The people')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!people && !error && <Spinner />}
      {people?.length === 0 && (
        <EmptyState icon={<Users />}>
          {t('No accounts yet. People you add appear here with their role and last visit.')}
        </EmptyState>
      )}
      {people && people.length > 0 && (
        <div ref={list} tabIndex={-1} className="border-t outline-none">
          <Table
            caption={t('People')}
            columns={isAdmin ? peopleColumnsForAdmins : peopleColumns}
            rows={people}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </ListSection>
  )
}

const NewPersonDialog = lazyPart(async () => (await import('./person-form.tsx')).NewPersonDialog)

function AddPerson() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        onFocus={NewPersonDialog.preload}
        onPointerEnter={NewPersonDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden />
        {t('Add Person')}
      </Button>
      <Suspense>{isOpen && <NewPersonDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

const peopleColumns: readonly TableColumn<PersonRow>[] = [
  {
    header: t('Name'),
    cell: (person) => (
      <span>
        {personName(person)} {person.isYou && <span className="font-normal text-muted">{t('(You)')}</span>}
      </span>
    ),
  },
  { header: t('Email'), cell: ({ email }) => <EmailAddress email={email} /> },
  { header: t('Role'), cell: (person) => <AccountRole account={person} /> },
  {
    header: t('Last seen'),
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <RelativeTime moment={lastSeenAt} /> : <span className="text-muted">{t('Never signed in')}</span>,
  },
]

const peopleColumnsForAdmins: readonly TableColumn<PersonRow>[] = [
  ...peopleColumns,
  {
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: (person) => (
      <span className="as-cards:ml-auto">
        <PersonMenu person={person} />
      </span>
    ),
  },
]

function PersonMenu({ person }: { person: PersonRow }) {
  const { companyId, companyName } = useCurrentUser()
  const company = companyId === null ? null : { id: companyId, name: companyName ?? t('the company') }
  return <AccountMenu account={person} isYou={person.isYou} company={company} calls={personCalls} />
}
