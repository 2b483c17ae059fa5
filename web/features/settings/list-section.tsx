import { type ReactNode, useId } from 'react'

type ListSectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** One subject of a tab whose list takes the whole width, edge to edge. */
export function ListSection({ title, description, actions, children }: ListSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="min-w-0 border-t first:border-t-0">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 px-4 pt-6 pb-4 md:px-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={headingId} className="text-lg font-semibold">
            {title}
          </h2>
          {description && <p className="max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
