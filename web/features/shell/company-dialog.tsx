import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import type { CompanyRow } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useCompanies, useSwitchCompany } from '#web/shared/companies.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type CompanyDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CompanyDialog({ open, onOpenChange }: CompanyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Switch company')}
      description={t('Every screen will show the company you choose. Your changes there are recorded under your name.')}
    >
      <Chooser onChosen={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Chooser({ onChosen }: { onChosen: () => void }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchBox label={t('Search companies')} text={text} onTextChange={setText} />
      <CompanyChoices search={search} onChosen={onChosen} />
    </div>
  )
}

type CompanyChoicesProps = { search: string; onChosen: () => void }

function CompanyChoices({ search, onChosen }: CompanyChoicesProps) {
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
        what={t('The companies')}
        query={companies}
        empty={<EmptyState>{t('No company matches “{search}”. Try a shorter search.', { search })}</EmptyState>}
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
                  {!company.isActive && <Badge tone="neutral">{t('Inactive')}</Badge>}
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
