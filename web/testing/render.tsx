import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { authApi, type CurrentUser } from '#contract/auth.ts'
import { bellApi } from '#contract/bell.ts'
import { waitingApi } from '#contract/order-row.ts'
import { App } from '#web/app.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { SessionProvider, useSession } from '#web/lib/session.tsx'
import { guardEntryState } from '#web/shared/unsaved-changes.tsx'
import { listCookie } from '#web/shared/list/list-settings.tsx'
import { currentToast, dismissToast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { buildCurrentUser } from './builders.ts'
import { FakeEventSource } from './fake-event-source.ts'
import { answer, refuse } from './server.ts'
// Lazy screens and large lazy parts are imported here, so that no test waits for a chunk to compile.
import '#web/features/admin/admin-page.tsx'
import '#web/features/admin/company-form.tsx'
import '#web/features/admin/user-form.tsx'
import '#web/features/auth/sign-in-again-dialog.tsx'
import '#web/features/auth/signed-in-page.tsx'
import '#web/features/bulk/sheet/sheet-page.tsx'
import '#web/features/bulk/sheet/sheet-workspace.tsx'
import '#web/features/bulk/upload/upload-page.tsx'
import '#web/features/channels/add-channel-dialog.tsx'
import '#web/features/channels/channel-drawer.tsx'
import '#web/features/channels/channels-page.tsx'
import '#web/features/channels/connect-shop/connect-shop.tsx'
import '#web/features/channels/connect-shop/consent-return.tsx'
import '#web/features/channels/health/channel-health.tsx'
import '#web/features/channels/matching/matching-tab.tsx'
import '#web/features/dashboard/dashboard-page.tsx'
import '#web/features/inventory/alerts-drawer.tsx'
import '#web/features/inventory/inventory-page.tsx'
import '#web/features/inventory/stock-drawer.tsx'
import '#web/features/marketplace/connection/connection-page.tsx'
import '#web/features/marketplace/status/amazon-page.tsx'
import '#web/features/notifications/notifications-page.tsx'
import '#web/features/orders/customer-drawer.tsx'
import '#web/features/orders/new-order/new-order-drawer.tsx'
import '#web/features/orders/order-drawer.tsx'
import '#web/features/orders/orders-page.tsx'
import '#web/features/products/product-form.tsx'
import '#web/features/products/product-drawer.tsx'
import '#web/features/products/products-page.tsx'
import '#web/features/promotions/promotions-page.tsx'
import '#web/features/reports/reports-page.tsx'
import '#web/features/settings/api-keys/create/create-key-dialog.tsx'
import '#web/features/settings/integrations/connect-amazon-dialog.tsx'
import '#web/features/settings/integrations/email-dialog.tsx'
import '#web/features/settings/notifications/notifications-tab.tsx'
import '#web/features/settings/settings-page.tsx'
import '#web/features/settings/system/system-tab.tsx'
import '#web/features/settings/users/person-form.tsx'
import '#web/features/shell/sessions/sessions-dialog.tsx'
import '#web/features/shell/bell-drawer.tsx'
import '#web/features/shell/shell.tsx'
import '#web/shared/attention/dismiss-dialog.tsx'
import '#web/shared/attention/map-sku-dialog.tsx'
import '#web/shared/confirm-risks-dialog.tsx'

/** Registers the hooks that every test file needs; called by the setup file. */
export function resetBeforeEachTest(): void {
  beforeEach(() => {
    // Here and not after the test before, whose last call may have shown it while its end was awaited.
    const toast = currentToast()
    if (toast) dismissToast(toast.id)
    FakeEventSource.opened = []
    vi.stubGlobal('EventSource', FakeEventSource)
    vi.stubGlobal('scrollTo', () => undefined)
    // The side menu of every screen asks for it.
    answer(waitingApi.count, { waiting: 0 })
    answer(bellApi.list, { unread: 0, items: [] })
  })

  afterEach(async () => {
    // A form left with unsaved changes removes its guard entry from the history asynchronously, which would disturb the
    // next test.
    await waitFor(() => expect(window.history.state).not.toBe(guardEntryState))
    localStorage.clear()
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  })
}

/** Renders the whole application at a path, as this user or as a visitor. Returns the user-event instance. */
export function openApp(path: string, user: CurrentUser | null) {
  if (user) answer(authApi.currentUser, user)
  else refuse(authApi.currentUser, 401, 'Sign in first.')
  return openAppAsIs(path)
}

/** The same, but the test itself answers who is signed in. */
export function openAppAsIs(path: string) {
  window.history.replaceState(null, '', path)
  render(<App />)
  return userEvent.setup()
}

type RenderOptions = { path?: string; user?: CurrentUser }

/**
 * Renders one component with session and query client but without shell and routes, which would take most of the test's
 * time. Returns the user-event instance.
 */
export async function renderPiece(
  piece: ReactNode,
  { path = '/orders', user = buildCurrentUser() }: RenderOptions = {},
) {
  answer(authApi.currentUser, user)
  window.history.replaceState(null, '', path)
  const queryClient = createQueryClient({ onSignedOut: () => undefined })
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <TooltipProvider>
          <WhenSignedIn>{piece}</WhenSignedIn>
          <Toaster />
        </TooltipProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('main', { hidden: true })
  return userEvent.setup()
}

function WhenSignedIn({ children }: { children: ReactNode }) {
  const { session } = useSession()
  return session.state === 'signed-in' && <main>{children}</main>
}

/** Tooltip of a blocked button; null while the button is not blocked. */
export function blockedReason(name: string): string | null {
  const button = screen.getByRole('button', { name })
  button.focus()
  return button.getAttribute('aria-disabled') ? screen.getByRole('tooltip').textContent : null
}

/** For what phones don't show, such as tables: every media query of this test matches. */
export function onWideScreen(): void {
  const media = Object.assign(matchMedia(''), { matches: true })
  const spy = vi.spyOn(globalThis, 'matchMedia').mockReturnValue(media)
  onTestFinished(() => spy.mockRestore())
}

/** What a person has chosen for a list at an earlier visit. */
export function chooseListSettings(listName: string, userId: string, settings: string): void {
  document.cookie = `${listCookie(listName, userId)}=${encodeURIComponent(settings)}; path=/`
}
