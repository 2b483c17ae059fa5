import { Suspense } from 'react'
import { SessionProvider } from '#web/lib/session.tsx'
import { BarePage } from '#web/shared/message-page.tsx'
import { ErrorBoundary } from '#web/shared/error-boundary.tsx'
import { Routes, WholePageSpinner } from './routes.tsx'

export function App() {
  return (
    <ErrorBoundary resetKey="app" Frame={BarePage}>
      <SessionProvider>
        <Suspense fallback={<WholePageSpinner />}>
          <Routes />
        </Suspense>
      </SessionProvider>
    </ErrorBoundary>
  )
}
