import { type SecuritySettings, settingsApi } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { useSaveSettings } from '../api.ts'

export const useSaveSecurity = () =>
  useSaveSettings((security: SecuritySettings) => call(settingsApi.saveSecurity, security), {
    done: 'Security settings have been updated',
    failed: 'Failed to save security settings',
  })
