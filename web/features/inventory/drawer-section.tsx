import { type ReactNode, useId } from 'react'

type DrawerSectionProps = { title: string; description?: string; children: ReactNode }

export function DrawerSection({ title, description, children }: DrawerSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
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
