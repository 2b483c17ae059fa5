import type { SystemInfo } from '#contract/settings.ts'
import { Fact } from '#web/shared/fact.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { useSystemInfo } from './api.ts'

export function SystemInfoSection() {
  const { data, error, isFetching, refetch } = useSystemInfo()
  return (
    <SettingsSection title="System info" description="What Lockstep runs on.">
      {error && !data && (
        <LoadError what="The system info" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner />}
      {data && <SystemFacts info={data} />}
    </SettingsSection>
  )
}

function SystemFacts({ info: { version, environment, database, cache } }: { info: SystemInfo }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      <Fact label="Version">v{version}</Fact>
      <Fact label="Environment">{environment}</Fact>
      <Fact label="Database">{database}</Fact>
      <Fact label="Cache">{cache}</Fact>
    </dl>
  )
}
