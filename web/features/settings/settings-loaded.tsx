import type { ReactNode } from 'react'
import type { CompanySettings } from '#contract/settings.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSettings } from './api.ts'

/** Loading, failed, or what needs the settings. */
export function SettingsLoader({ children }: { children: (settings: CompanySettings) => ReactNode }) {
  const { data, error, isFetching, refetch } = useSettings()
  if (data) return children(data)
  if (!error) return <Spinner />
  return (
    <div className="p-4 md:p-5">
      <LoadError what="The settings" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}
