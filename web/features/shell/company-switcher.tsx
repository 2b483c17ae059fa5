import { cx } from 'class-variance-authority'
import Building2 from 'lucide-react/icons/building-2'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { Suspense, useState } from 'react'
import { authApi } from '#contract/auth.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Name of the current company; for provider staff a button to switch it. */
export function CurrentCompany({ isFolded }: { isFolded: boolean }) {
  const { role, isProviderStaff, companyName } = useCurrentUser()
  if (allows(authApi.switchCompany.access, role, isProviderStaff)) return <CompanySwitcher isFolded={isFolded} />
  return (
    <div className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2.5" title={companyName ?? undefined}>
      <Building2 aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className={isFolded ? 'sr-only' : 'line-clamp-2 font-semibold break-words'}>
        {companyName ?? t('No Company')}
      </span>
    </div>
  )
}

const CompanyDialog = lazyPart(async () => (await import('./company-dialog.tsx')).CompanyDialog)

export function CompanySwitcher({ isFolded }: { isFolded: boolean }) {
  const { companyName } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const label = companyName ?? t('Choose a company')

  function open() {
    setWasOpened(true)
    setIsOpen(true)
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={isFolded ? label : undefined}
        onClick={open}
        className={cx(
          'flex items-center gap-3 rounded-md border bg-surface px-3 py-2 text-left transition-colors hover:border-line-strong',
          isFolded && 'justify-center',
        )}
      >
        <Building2 aria-hidden className="size-4.5 shrink-0 text-accent" />
        <span className={isFolded ? 'sr-only' : 'min-w-0 flex-1'}>
          {companyName && (
            <>
              <span className="block text-xs text-muted">{t('Working in')}</span>{' '}
            </>
          )}
          <span className="line-clamp-2 font-semibold break-words">{label}</span>
          {companyName && <span className="sr-only">{t(', switch company')}</span>}
        </span>
        {!isFolded && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
      </button>
      <Suspense>{wasOpened && <CompanyDialog open={isOpen} onOpenChange={setIsOpen} />}</Suspense>
    </>
  )
}
