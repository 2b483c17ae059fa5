import { type ReactNode, useId } from 'react'

type DrawerSectionProps = { title: string; description?: ReactNode; children: ReactNode }

export function DrawerSection({ title, description, children }: DrawerSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-3">
      <header>
        <h3 id={headingId} className="font-semibold">
          {title}
        </h3>
        {description && <p className="text-sm text-muted">{description}</p>}
      </header>
      {children}
    </section>
  )
}

/** An entry of a description list: label above, value below. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
