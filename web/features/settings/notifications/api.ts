import { type NotificationSettings, settingsApi } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { useSaveSettings } from '../api.ts'

export function useSaveNotifications() {
  return useSaveSettings((settings: NotificationSettings) => call(settingsApi.saveNotifications, settings), {
    done: 'Notification settings have been updated',
    failed: 'Failed to save notification settings',
  })
}
