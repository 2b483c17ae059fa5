import type { ReactNode } from 'react'

/** Lies above the list at its foot. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex animate-fade flex-wrap items-center gap-2 rounded-lg border bg-raised px-4 py-3 shadow-overlay"
    >
      {children}
    </section>
  )
}
