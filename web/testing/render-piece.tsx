import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { authApi, type CurrentUser } from '#contract/auth.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { SessionProvider, useSession } from '#web/lib/session.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { buildCurrentUser } from './builders.ts'
import { answer } from './server.ts'

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
