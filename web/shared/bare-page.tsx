import type { ReactNode } from 'react'
import { Logo } from '#web/ui/logo.tsx'

/** The frame of what is shown to people who are not signed in, or while that is unknown. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-4 py-5 md:px-8">
      <header>
        <a href="/" aria-label="Lockstep, start page" className="inline-flex rounded-md">
          <Logo />
        </a>
      </header>
      <main className="flex flex-1 flex-col justify-center">{children}</main>
    </div>
  )
}
