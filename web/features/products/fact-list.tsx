import { Fragment, type ReactNode } from 'react'

export type LabelledFact = { label: string; value: ReactNode }

/** Labels and values in two columns; what isn't known shows a dash, so that nobody looks for it. */
export function FactList({ facts }: { facts: readonly LabelledFact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-sm">
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value || '—'}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
