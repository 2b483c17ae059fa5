import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '#web/lib/query-client.ts'
import { sessionKey } from '#web/lib/session-mark.ts'
import { useCurrentUser, useSession } from '#web/lib/session.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { LazyToaster } from '#web/ui/late-toaster.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { LiveData } from './live-data.tsx'
import { MenuColumn } from './menu-column.tsx'
import { MobileHeader } from './menu-drawer.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { Overlays } from './search/overlays.tsx'
import { useResetOnSessionChange } from './use-fresh-data.ts'

const mainId = 'main'

/** What surrounds every screen of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const { end } = useSession()
  const [queryClient] = useState(() => createQueryClient({ onSignedOut: end }))
  const user = useCurrentUser()
  const mark = sessionKey(user)
  useResetOnSessionChange(queryClient, mark)

  return (
    <QueryClientProvider client={queryClient}>
      <LiveData key={mark} queryClient={queryClient} />
      <TooltipProvider>
        <Overlays>
          <SkipLink targetId={mainId} />
          <div className="min-h-dvh md:flex">
            <MenuColumn />
            <MobileHeader />
            <main id={mainId} tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-7">
              <TimeZone value={user.timeZone}>
                <div className="mx-auto max-w-6xl">
                  <RestoredNotice />
                  {children}
                </div>
              </TimeZone>
            </main>
          </div>
        </Overlays>
        <LazyToaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
