import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { bellApi } from '#contract/bell.ts'
import { t } from '#contract/i18n.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { useShowOverlay } from './search/search-button.tsx'

export const bellKey = ['bell']

export function useBell() {
  const { companyId } = useCurrentUser()
  return useQuery({
    queryKey: bellKey,
    queryFn: ({ signal }) => call(bellApi.list, {}, { signal }),
    enabled: companyId !== null,
  })
}

const mostShown = 99

/** How much concerns the signed-in person and is unread; opens the list of it (`bell-drawer.tsx`). */
export function Bell() {
  const { companyId } = useCurrentUser()
  const { data } = useBell()
  const show = useShowOverlay()
  if (companyId === null) return null
  const unread = data?.unread ?? 0
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-haspopup="dialog"
      aria-label={
        unread > 0
          ? t('For you, {unread, plural, one {# unread item} other {# unread items}}', { unread })
          : t('For you')
      }
      onClick={() => show('bell')}
    >
      <span className="relative">
        <BellIcon aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-2.5 left-2.5 inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs/5 font-semibold text-on-accent tabular-nums"
          >
            {unread > mostShown ? `${mostShown}+` : formatNumber(unread)}
          </span>
        )}
      </span>
    </Button>
  )
}
