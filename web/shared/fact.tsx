import type { ReactNode } from 'react'

/** One entry of a list of terms: the label above, what is so beneath. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
