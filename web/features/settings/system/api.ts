import { useQuery } from '@tanstack/react-query'
import { type SystemSettings, settingsApi } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.tsx'
import { useSaveSettings } from '../api.ts'

export function useSaveSystem() {
  const { refresh } = useSession()
  return useSaveSettings(
    async (settings: SystemSettings) => {
      const saved = await call(settingsApi.saveSystem, settings)
      // Every screen shows times in the zone that the session tells.
      void refresh()
      return saved
    },
    { done: 'System settings have been updated', failed: 'Failed to save system settings' },
  )
}

export function useSystemInfo() {
  return useQuery({
    queryKey: ['settings', 'system-info'],
    queryFn: ({ signal }) => call(settingsApi.systemInfo, {}, { signal }),
  })
}
