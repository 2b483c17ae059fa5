import { type ReactNode, useId } from 'react'
import { t } from '#contract/i18n.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useSettings } from './api.ts'

type SettingsSectionProps = { title: string; description?: ReactNode; children: ReactNode }

/** A section of a tab: title and description on the left, controls on the right. */
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

type ListSectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A section of a tab with a list over the full width. */
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

/** Renders children with the settings once they are loaded. */
export function SettingsLoader({ children }: { children: (settings: CompanySettings) => ReactNode }) {
  const { data, error, isFetching, refetch } = useSettings()
  if (data) return children(data)
  if (!error) return <Spinner />
  return (
    <div className="p-4 md:p-5">
      <LoadError what={t('The settings')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}
