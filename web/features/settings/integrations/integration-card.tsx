import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type IntegrationCardProps = {
  icon: LucideIcon
  title: string
  description: string
  action: ReactNode
  children: ReactNode
}

/** One outside service: what it is for, the button that sets it up, how it stands. */
export function IntegrationCard({ icon: Icon, title, description, action, children }: IntegrationCardProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t p-4 first:border-t-0 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border bg-sunken text-muted">
            <Icon aria-hidden className="size-5" />
          </span>
          <div>
            <h2 id={headingId} className="text-lg font-semibold">
              {title}
            </h2>
            <p className="text-sm text-muted">{description}</p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
