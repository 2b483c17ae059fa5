import type { ReactNode } from 'react'

/** A key of a keyboard shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-6 justify-center rounded-sm border border-line-strong/60 bg-sunken px-1.5 py-0.5 font-sans text-xs font-medium text-muted">
      {children}
    </kbd>
  )
}
