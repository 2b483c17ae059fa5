import { type ComponentType, Suspense } from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { t } from '#contract/i18n.ts'
import { type Access, allows } from '#contract/roles.ts'
import type { ScreenPath } from '#contract/paths.ts'
import { SignInAgain } from './features/auth/sign-in-again.tsx'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { useSession } from '#web/lib/session.tsx'
import { ErrorBoundary } from '#web/shared/error-boundary.tsx'
import { RouteAnnouncer } from '#web/shared/route-announcer.tsx'
import { Spinner } from '#web/ui/loading.tsx'

type Screen = {
  paths: readonly ScreenPath[]
  title: string
  access: Access
  /** `company` screens need a current company, `platform` screens don't. */
  scope: 'company' | 'platform'
  /** Without the shell around it. */
  isBare?: boolean
  Page: ComponentType & { preload: () => void }
}

const screens: readonly Screen[] = [
  {
    paths: ['/', '/dashboard'],
    title: t('Dashboard'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage),
  },
  {
    paths: ['/orders'],
    title: t('Orders'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/orders/orders-page.tsx')).OrdersPage),
  },
  {
    paths: ['/products'],
    title: t('Products'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/products/products-page.tsx')).ProductsPage),
  },
  {
    paths: ['/inventory'],
    title: t('Inventory'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/inventory/inventory-page.tsx')).InventoryPage),
  },
  {
    paths: ['/channels'],
    title: t('Channels'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/channels/channels-page.tsx')).ChannelsPage),
  },
  {
    paths: ['/promotions'],
    title: t('Promotions'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/promotions/promotions-page.tsx')).PromotionsPage),
  },
  {
    paths: ['/bulk-upload'],
    title: t('Bulk Upload'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/bulk/upload/upload-page.tsx')).UploadPage),
  },
  {
    paths: ['/sheet-view'],
    title: t('Sheet View'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/bulk/sheet/sheet-page.tsx')).SheetPage),
  },
  {
    paths: ['/reports'],
    title: t('Reports & Analytics'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/reports/reports-page.tsx')).ReportsPage),
  },
  {
    paths: ['/amazon'],
    title: t('Amazon Integration'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/marketplace/status/amazon-page.tsx')).AmazonPage),
  },
  {
    paths: ['/amazon-connection'],
    title: t('Marketplace Connect'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(
      async () => (await import('./features/marketplace/connection/connection-page.tsx')).ConnectionPage,
    ),
  },
  {
    paths: ['/settings'],
    title: t('Settings'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/settings/settings-page.tsx')).SettingsPage),
  },
  {
    paths: ['/notifications'],
    title: t('Notifications'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/notifications/notifications-page.tsx')).NotificationsPage),
  },
  {
    paths: ['/help'],
    title: t('How Lockstep Works'),
    access: 'readonly',
    scope: 'platform',
    Page: lazyScreen(async () => (await import('./features/help/help-page.tsx')).HelpPage),
  },
  {
    paths: ['/admin'],
    title: t('Admin Panel'),
    access: 'staff',
    scope: 'platform',
    Page: lazyScreen(async () => (await import('./features/admin/admin-page.tsx')).AdminPage),
  },
  {
    paths: ['/observe'],
    title: t('Observe Mode'),
    access: 'readonly',
    scope: 'company',
    Page: lazyScreen(async () => (await import('./features/observe/observe-page.tsx')).ObservePage),
  },
  {
    paths: ['/signed-in'],
    title: t('You’re signed in'),
    access: 'readonly',
    scope: 'platform',
    isBare: true,
    Page: lazyScreen(async () => (await import('./features/auth/signed-in-page.tsx')).SignedInPage),
  },
]

const LandingPage = lazyScreen(async () => (await import('./features/landing/landing-page.tsx')).LandingPage)
const SignedOutNotFoundPage = lazyScreen(
  async () => (await import('./features/not-found/not-found-page.tsx')).SignedOutNotFoundPage,
)
const SessionEndedPage = lazyScreen(
  async () => (await import('./features/auth/session-ended-page.tsx')).SessionEndedPage,
)
const SessionUnknownPage = lazyScreen(
  async () => (await import('./features/auth/session-unknown-page.tsx')).SessionUnknownPage,
)
const Shell = lazyScreen(async () => (await import('./features/shell/shell.tsx')).Shell)
const ChooseCompanyPage = lazyScreen(
  async () => (await import('./features/shell/choose-company-page.tsx')).ChooseCompanyPage,
)
const NotFoundPage = lazyScreen(async () => (await import('./features/not-found/not-found-page.tsx')).NotFoundPage)
const UiGalleryPage = import.meta.env.DEV
  ? lazyScreen(async () => (await import('./features/ui-gallery/ui-gallery-page.tsx')).UiGalleryPage)
  : null

/** Loads the chunks of a signed-in screen while the session request is still running. */
export function preloadSignedIn(path: string): void {
  Shell.preload()
  screenAt(path)?.Page.preload()
}

export function Routes() {
  const { session } = useSession()
  const [path] = useLocation()

  if (UiGalleryPage && path === '/ui') return <UiGalleryPage />
  if (session.state === 'loading') return <WholePageSpinner />
  if (session.state === 'unknown') return <SessionUnknownPage error={session.error} />
  if (session.state === 'ended') return <SessionEndedPage />
  if (session.state === 'signed-out') return path === '/' ? <LandingPage /> : <SignedOutNotFoundPage />
  const screen = screenFor(path, session.user)
  if (screen.isBare) return <screen.Page />
  return (
    <Shell key={session.visit}>
      <SignedInScreen path={path} screen={screen} />
      <SignInAgain />
    </Shell>
  )
}

type ShownScreen = Pick<Screen, 'title' | 'Page' | 'isBare'>

function SignedInScreen({ path, screen: { title, Page } }: { path: string; screen: ShownScreen }) {
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<Spinner />}>
        <Page />
        <RouteAnnouncer path={path} title={title} />
      </Suspense>
    </ErrorBoundary>
  )
}

function screenFor(path: string, user: CurrentUser): ShownScreen {
  const screen = screenAt(path)
  if (!screen || !allows(screen.access, user.role, user.isProviderStaff))
    return { title: t('Page Not Found'), Page: NotFoundPage }
  if (screen.scope === 'company' && !user.companyId) return { title: t('Choose a company'), Page: ChooseCompanyPage }
  return screen
}

function screenAt(path: string): Screen | undefined {
  return screens.find(({ paths }) => paths.some((one) => one === path))
}

export function WholePageSpinner() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner />
    </div>
  )
}
