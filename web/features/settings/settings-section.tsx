import { type ReactNode, useId } from 'react'

type SettingsSectionProps = { title: string; description?: ReactNode; children: ReactNode }

/** One subject of a tab: what it is about on the left, its controls on the right. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-x-10 gap-y-4 border-t px-4 py-6 first:border-t-0 md:px-5 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <header>
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        {description && <p className="text-sm text-muted">{description}</p>}
      </header>
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">{children}</div>
    </section>
  )
}
