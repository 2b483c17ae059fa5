import { settingsApi } from '#contract/settings.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { apiKeysRoutes } from './api-keys/routes.ts'
import { onNotificationsChange } from './follow-notifications.ts'
import { onSystemChange } from './follow-system.ts'
import { listPeople } from './list-people.ts'
import { readSettings } from './read-settings.ts'
import { readSystemInfo } from './read-system-info.ts'
import { saveSettings } from './save-part.ts'
import { sendTestMail } from './send-test-mail.ts'

export function settingsRoutes(app: App, version: string): void {
  serve(app, settingsApi.read, readSettings)
  serve(app, settingsApi.saveNotifications, (ctx, wanted) =>
    saveSettings(ctx, 'notifications', wanted, onNotificationsChange),
  )
  serve(app, settingsApi.saveSecurity, (ctx, wanted) => saveSettings(ctx, 'security', wanted))
  serve(app, settingsApi.saveSystem, (ctx, wanted) => saveSettings(ctx, 'system', wanted, onSystemChange))
  serve(app, settingsApi.saveMail, (ctx, wanted) => saveSettings(ctx, 'mail', wanted))
  serve(app, settingsApi.testMail, sendTestMail)
  serve(app, settingsApi.systemInfo, (ctx) => readSystemInfo(ctx, { version, cache: app.deps.shared.store() }))
  serve(app, settingsApi.people, listPeople)
  apiKeysRoutes(app)
}
