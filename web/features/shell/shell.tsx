import { hashKey, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { locale, t } from '#contract/i18n.ts'
import { subscribeToLiveEvents } from '#web/lib/live-events.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { sessionKey, useCurrentUser, useSession, useVisit } from '#web/lib/session.tsx'
import { AttentionCount, attentionCountKey } from '#web/shared/attention/attention-count.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { TimeZone } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { SkipLink } from '#web/ui/page-header.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { AskAboutRisks } from './ask-about-risks.tsx'
import { Bell } from './bell.tsx'
import { Overlays } from './search/overlays.tsx'
import { useShowOverlay } from './search/search-button.tsx'
import { MenuColumn } from './side-menu.tsx'

const mainId = 'main'

/** The frame of every signed-in screen: query client, live events, menu, search and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { end } = useSession()
  const visit = useVisit()
  const [queryClient] = useState(() => createQueryClient({ onSignedOut: () => end(visit) }))
  const user = useCurrentUser()
  const key = sessionKey(user)
  useResetOnSessionChange(queryClient, key)

  return (
    <QueryClientProvider client={queryClient}>
      <LiveData key={key} queryClient={queryClient} />
      <TooltipProvider>
        <Overlays>
          <SkipLink targetId={mainId} />
          <div className="min-h-dvh md:flex">
            <MenuColumn />
            <MobileHeader />
            <main id={mainId} tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-7">
              <TimeZone value={user.timeZone}>
                {/* A page that marks itself so, such as one with a table, takes the whole width of the screen. */}
                <div className="mx-auto max-w-6xl has-data-full-width:max-w-none">
                  <RestoredNotice />
                  <ObservingStrip />
                  {children}
                </div>
              </TimeZone>
            </main>
          </div>
        </Overlays>
        <AskAboutRisks />
        <LazyToaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu, { overlay: 'menu' })

/** The top bar of narrow screens, with a button that opens the menu. */
function MobileHeader() {
  const { companyName } = useCurrentUser()
  const [path] = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const isOpen = openedAt !== null
  const show = useShowOverlay()

  // Any navigation closes the menu, including the back button.
  if (openedAt !== null && openedAt !== path) setOpenedAt(null)

  function open() {
    setWasOpened(true)
    setOpenedAt(path)
  }

  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b bg-raised px-2 md:hidden">
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('Open menu')}
        aria-expanded={isOpen}
        onFocus={MobileMenu.preload}
        onPointerEnter={MobileMenu.preload}
        onClick={open}
      >
        <span className="relative">
          <Menu aria-hidden />
          <AttentionCount className="absolute -top-2.5 left-2.5" />
        </span>
      </Button>
      <LogoMark className="size-6" />
      <span className="truncate font-semibold">{companyName ?? 'Lockstep'}</span>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('Search')}
        aria-haspopup="dialog"
        onClick={() => show('search')}
        className="ml-auto"
      >
        <Search aria-hidden />
      </Button>
      <Bell />
      <Suspense>
        {wasOpened && <MobileMenu open={isOpen} onOpenChange={(next) => setOpenedAt(next ? path : null)} />}
      </Suspense>
    </header>
  )
}

/**
 * Connects live events to the query cache. The stream is bound to the session that opened it, so this is remounted (by
 * key) for another session.
 */
function LiveData({ queryClient }: { queryClient: QueryClient }) {
  const { refresh } = useSession()
  const [lostAt, setLostAt] = useState<Date | null>(null)
  useEffect(
    () =>
      subscribeToLiveEvents({
        queryClient,
        // Someone has switched observe mode, or changed the time zone.
        onTopic: (topic) => topic === 'settings' && void refresh(),
        onRefused: () => void refresh(),
        onConnection: (isConnected) => setLostAt((before) => (isConnected ? null : (before ?? new Date()))),
      }),
    [queryClient, refresh],
  )
  useEffect(() => refetchOrdersWithAttention(queryClient), [queryClient])
  return lostAt && <ReconnectingStrip since={lostAt} />
}

/** A restart of the server is over by then, and need not be mentioned. */
const quietMilliseconds = 5_000

/** Says that the screen no longer follows what happens, while the live connection is gone. */
function ReconnectingStrip({ since }: { since: Date }) {
  const { timeZone } = useCurrentUser()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  const time = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(since)
  return (
    <output className="block pointer-events-none fixed inset-x-0 bottom-0 z-40 border-t bg-raised px-4 py-1.5 text-center text-sm text-muted empty:hidden">
      {isShown && t('Reconnecting… Showing data as of {time}.', { time })}
    </output>
  )
}

const attentionCountHash = hashKey(attentionCountKey)

/**
 * Refetches orders when the attention count is invalidated, because rows of orders show their attention. Returns the
 * unsubscribe function.
 */
function refetchOrdersWithAttention(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryHash !== attentionCountHash)
      return
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  })
}

/** Resets all queries when the session key changes, so that no data of the previous company stays on screen. */
function useResetOnSessionChange(queryClient: QueryClient, key: string): void {
  const shownKey = useRef(key)
  useEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    void queryClient.resetQueries()
  }, [queryClient, key])
}

/** Milliseconds. */
const pollingInterval = 30_000

/** Shown while the database is a restored backup that has not been reconciled yet. Polls the session until it is. */
function RestoredNotice() {
  const { restoredTo, timeZone } = useCurrentUser()
  const { refresh } = useSession()
  useEffect(() => {
    if (restoredTo === null) return undefined
    const timer = setInterval(() => void refresh(), pollingInterval)
    return () => clearInterval(timer)
  }, [restoredTo, refresh])

  if (restoredTo === null) return null
  return (
    <div className="mb-6">
      <Alert
        tone="warning"
        title={t('The database was restored to {moment}', { moment: momentIn(timeZone, restoredTo) })}
      >
        {rich(
          t(
            'Everything after that is missing. Until Lockstep has compared its data with Amazon, no orders are imported and nothing is sent: no shipments, stock, prices or messages. Your Lockstep provider starts this with {command}.',
          ),
          { command: <code className="font-mono text-sm">{'npm run reconcile'}</code> },
        )}
      </Alert>
    </div>
  )
}

/** Shown on every screen while the company is in observe mode. */
function ObservingStrip() {
  const { observingSince } = useCurrentUser()
  if (observingSince === null) return null
  return (
    <div className="mb-6">
      <Alert
        tone="info"
        title={t('Observing: nothing is sent')}
        action={
          <Link href="/observe" className={buttonVariants({ size: 'small' })}>
            {t('What Lockstep would have done')}
          </Link>
        }
      >
        {t('Lockstep reads and plans everything. Your other tool still sends orders, stock and messages.')}
      </Alert>
    </div>
  )
}

const momentIn = (timeZone: string, moment: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(moment))
