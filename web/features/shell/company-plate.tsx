import Building2 from 'lucide-react/icons/building-2'
import { authApi } from '#contract/auth.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { CompanySwitcher } from './company-switcher.tsx'

/** Says in which company one works; admins change it here. */
export function CurrentCompany({ isFolded }: { isFolded: boolean }) {
  const { role, companyName } = useCurrentUser()
  if (allows(authApi.switchCompany.access, role)) return <CompanySwitcher isFolded={isFolded} />
  return (
    <div className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2.5" title={companyName ?? undefined}>
      <Building2 aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className={isFolded ? 'sr-only' : 'line-clamp-2 font-semibold break-words'}>
        {companyName ?? 'No Company'}
      </span>
    </div>
  )
}
