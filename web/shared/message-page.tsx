import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { Logo } from '#web/ui/logo.tsx'
import { usePageTitle } from './route-announcer.tsx'

type MessagePageProps = { title: string; children: ReactNode; actions: ReactNode }

/** A screen with one message and what to do next. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  usePageTitle(title)
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-16 text-center">
      <h1 className="text-2xl font-semibold tracking-tight outline-none">{title}</h1>
      <p className="text-balance text-muted">{children}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}

/** Frame of pages for visitors, and while it is unknown who is signed in. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-4 py-5 md:px-8">
      <header>
        <a href="/" aria-label={t('Lockstep home page')} className="inline-flex rounded-md">
          <Logo />
        </a>
      </header>
      <main className="flex flex-1 flex-col justify-center">{children}</main>
    </div>
  )
}
