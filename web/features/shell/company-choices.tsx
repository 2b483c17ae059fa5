import Check from 'lucide-react/icons/check'
import type { CompanyRow } from '#contract/admin.ts'
import { leaveAfterConfirmation } from '#web/lib/leaving.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { useCompanies } from '#web/shared/use-companies.ts'
import { useSwitchCompany } from '#web/shared/use-switch-company.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type CompanyChoicesProps = { search: string; onChosen: () => void }

export function CompanyChoices({ search, onChosen }: CompanyChoicesProps) {
  const { companyId } = useCurrentUser()
  const companies = useCompanies({ search })
  const switchCompany = useSwitchCompany()

  function choose(company: CompanyRow) {
    if (company.id === companyId) onChosen()
    else leaveAfterConfirmation(() => switchCompany.mutate(company.id, { onSuccess: onChosen }))
  }

  return (
    <div className="rounded-lg border">
      <PagedList
        what="The companies"
        query={companies}
        empty={<EmptyState>No company matches “{search}”. Try a shorter search.</EmptyState>}
      >
        {(rows) => (
          <ul className="max-h-80 divide-y overflow-y-auto">
            {rows.map((company) => (
              <li key={company.id}>
                <button
                  type="button"
                  aria-current={company.id === companyId ? 'true' : undefined}
                  aria-disabled={switchCompany.isPending || undefined}
                  onClick={() => !switchCompany.isPending && choose(company)}
                  className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{company.name}</span>
                  {!company.isActive && <Badge tone="neutral">Inactive</Badge>}
                  {company.id === companyId && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
                </button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
