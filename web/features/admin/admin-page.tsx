import { PageHeader } from '#web/ui/page-header.tsx'
import { AddCompany } from './add-company.tsx'
import { AddUser } from './add-user.tsx'
import { CompaniesList } from './companies-card.tsx'
import { UsersList } from './users-card.tsx'

export function AdminPage() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Admin Panel"
        subtitle="Companies on Lockstep and the people who work in them"
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
