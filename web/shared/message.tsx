import type { ReactNode } from 'react'
import { usePageTitle } from './use-page-title.ts'

type MessagePageProps = { title: string; children: ReactNode; actions: ReactNode }

/** A screen that has one thing to say and offers what to do next. */
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
