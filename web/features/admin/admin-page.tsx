import Building2 from 'lucide-react/icons/building-2'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LogIn from 'lucide-react/icons/log-in'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { CompanyRow, UserRow } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { AccountMenu } from '#web/shared/accounts/account-menu.tsx'
import { AccountRole, EmailAddress, personName } from '#web/shared/people.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useCompanies, useSwitchCompany } from '#web/shared/companies.ts'
import { useUrlSearch } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { userCalls, useUpdateCompany, useUsers } from './api.ts'

export function AdminPage() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Admin Panel')}
        subtitle={t('Companies on Lockstep and their users')}
        actions={
          <>
            <AddCompany />
            <AddUser />
          </>
        }
      />
      <CompaniesList />
      <UsersList />
    </div>
  )
}

const companyColumns: readonly TableColumn<CompanyRow>[] = [
  {
    header: t('Name'),
    cell: ({ name, isProvider }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name} {isProvider && <Badge tone="info">{t('Provider')}</Badge>}
      </span>
    ),
  },
  { header: t('Email'), cell: ({ email }) => (email ? <EmailAddress email={email} /> : '—') },
  { header: t('Phone'), cell: ({ phone }) => <span className="whitespace-nowrap">{phone ?? '—'}</span> },
  {
    header: t('Status'),
    cell: ({ isActive }) =>
      isActive ? <Badge tone="success">{t('Active')}</Badge> : <Badge tone="neutral">{t('Inactive')}</Badge>,
  },
  { header: t('Created'), cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
  { header: t('Actions'), align: 'end', cell: (company) => <CompanyActions company={company} /> },
]

function CompaniesList() {
  const { text, term, setText } = useUrlSearch('companies', ['companies'])
  const companies = useCompanies({ search: term })

  return (
    <Card aria-labelledby="companies-heading">
      <CardHeader
        id="companies-heading"
        title={t('Companies')}
        actions={<SearchBox label={t('Search companies')} text={text} onTextChange={setText} className="sm:w-64" />}
      />
      <PagedList
        what={t('The companies')}
        query={companies}
        empty={
          <EmptyState icon={<Building2 />}>
            {term
              ? t('No company matches “{term}”. Try a shorter search.', { term })
              : t('No companies yet. Use Add Company to create the first one.')}
          </EmptyState>
        }
      >
        {(rows) => <Table caption={t('Companies')} columns={companyColumns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </Card>
  )
}

function CompanyActions({ company }: { company: CompanyRow }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const updateCompany = useUpdateCompany()

  return (
    <div className="flex items-center justify-end gap-1">
      {company.isActive ? (
        <Button
          size="small"
          aria-label={t('Deactivate {name}', { name: company.name })}
          onClick={() => setIsConfirming(true)}
        >
          {t('Deactivate')}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={t('Activate {name}', { name: company.name })}
          isPending={updateCompany.isPending}
          onClick={() => updateCompany.mutate({ companyId: company.id, isActive: true })}
        >
          {t('Activate')}
        </Button>
      )}
      <CompanyMenu company={company} />
      <DeactivateCompanyDialog company={company} open={isConfirming} onOpenChange={setIsConfirming} />
    </div>
  )
}

const QuotaDialog = lazyPart(async () => (await import('./quota-dialog.tsx')).QuotaDialog)

function CompanyMenu({ company }: { company: CompanyRow }) {
  const { companyId } = useCurrentUser()
  const [, navigate] = useLocation()
  const switchCompany = useSwitchCompany()
  const [isQuotaOpen, setIsQuotaOpen] = useState(false)

  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button variant="quiet" size="icon" aria-label={t('More actions for {name}', { name: company.name })}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {company.id !== companyId && (
          <DropdownMenuItem
            onSelect={() => switchCompany.mutate(company.id, { onSuccess: () => navigate('/dashboard') })}
          >
            <LogIn aria-hidden />
            {t('Switch to this company')}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => setIsQuotaOpen(true)}>
          <MessageSquare aria-hidden />
          {t('Message quota')}
        </DropdownMenuItem>
      </DropdownMenu>
      <Suspense>{isQuotaOpen && <QuotaDialog company={company} onClose={() => setIsQuotaOpen(false)} />}</Suspense>
    </>
  )
}

type DeactivateCompanyDialogProps = { company: CompanyRow; open: boolean; onOpenChange: (open: boolean) => void }

function DeactivateCompanyDialog({ company, open, onOpenChange }: DeactivateCompanyDialogProps) {
  const updateCompany = useUpdateCompany()

  function changeOpen(next: boolean) {
    updateCompany.reset()
    onOpenChange(next)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      title={t('Deactivate {name}?', { name: company.name })}
      confirmLabel={t('Deactivate')}
      isDangerous
      isPending={updateCompany.isPending}
      onConfirm={() =>
        updateCompany.mutate({ companyId: company.id, isActive: false }, { onSuccess: () => changeOpen(false) })
      }
    >
      <p>
        {t(
          'Users won’t be able to sign in, and open sessions will end on the next click. Channel keys and background jobs will stop.',
        )}
      </p>
      <p>{t('Nothing will be deleted. Reactivating the company restores everything.')}</p>
      {updateCompany.error && <Alert tone="danger">{errorMessage(updateCompany.error)}</Alert>}
    </ConfirmDialog>
  )
}

const NewCompanyDialog = lazyPart(async () => (await import('./company-form.tsx')).NewCompanyDialog)

function AddCompany() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        onFocus={NewCompanyDialog.preload}
        onPointerEnter={NewCompanyDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {t('Add Company')}
      </Button>
      <Suspense>{isOpen && <NewCompanyDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

const userColumns: readonly TableColumn<UserRow>[] = [
  { header: t('Name'), cell: personName },
  { header: t('Email'), cell: ({ email }) => <EmailAddress email={email} /> },
  {
    header: t('Company'),
    cell: ({ company }) => company?.name ?? <span className="text-muted">{t('No Company')}</span>,
  },
  { header: t('Role'), cell: (user) => <AccountRole account={user} /> },
  { header: t('Created'), cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
  {
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: (user) => (
      <span className="as-cards:ml-auto">
        <UserMenu user={user} />
      </span>
    ),
  },
]

function UserMenu({ user }: { user: UserRow }) {
  const { id } = useCurrentUser()
  const { company, companyId } = user
  return (
    <AccountMenu
      account={user}
      isYou={user.id === id}
      company={company && companyId ? { id: companyId, name: company.name } : null}
      calls={userCalls}
    />
  )
}

function UsersList() {
  const { text, term, setText } = useUrlSearch('users', ['users'])
  const users = useUsers({ search: term })
  const card = useFocusAfterRemoval(users.data?.total ?? 0)

  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="users-heading" className="outline-none">
      <CardHeader
        id="users-heading"
        title={t('Users')}
        actions={<SearchBox label={t('Search users')} text={text} onTextChange={setText} className="sm:w-64" />}
      />
      <PagedList
        what={t('The users')}
        query={users}
        empty={
          <EmptyState icon={<Users />}>
            {term
              ? t('No user matches “{term}”. Try a shorter search.', { term })
              : t('No users yet. Use Add User to create the first account.')}
          </EmptyState>
        }
      >
        {(rows) => <Table caption={t('Users')} columns={userColumns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </Card>
  )
}

const NewUserDialog = lazyPart(async () => (await import('./user-form.tsx')).NewUserDialog)

function AddUser() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="primary"
        onFocus={NewUserDialog.preload}
        onPointerEnter={NewUserDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden />
        {t('Add User')}
      </Button>
      <Suspense>{isOpen && <NewUserDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
