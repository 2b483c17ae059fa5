import { settingsApi } from '#contract/settings.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/register.ts'
import { apiKeysRoutes } from './api-keys/routes.ts'
import { followNotifications } from './follow-notifications.ts'
import { followSystem } from './follow-system.ts'
import { listPeople } from './list-people.ts'
import { readSettings } from './read-settings.ts'
import { readSystemInfo } from './read-system-info.ts'
import { savePart } from './save-part.ts'
import { sendTestMail } from './send-test-mail.ts'

export function settingsRoutes(app: App, version: string): void {
  serve(app, settingsApi.read, readSettings)
  serve(app, settingsApi.saveNotifications, (ctx, wanted) =>
    savePart(ctx, 'notifications', wanted, followNotifications),
  )
  serve(app, settingsApi.saveSecurity, (ctx, wanted) => savePart(ctx, 'security', wanted))
  serve(app, settingsApi.saveSystem, (ctx, wanted) => savePart(ctx, 'system', wanted, followSystem))
  serve(app, settingsApi.saveMail, (ctx, wanted) => savePart(ctx, 'mail', wanted))
  serve(app, settingsApi.testMail, sendTestMail)
  serve(app, settingsApi.systemInfo, (ctx) => readSystemInfo(ctx, { version, cache: app.deps.shared.place() }))
  serve(app, settingsApi.people, listPeople)
  apiKeysRoutes(app)
}
