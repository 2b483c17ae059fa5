import { notificationsApi } from '#contract/notifications.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveMailPage } from '#server/platform/http/html-pages.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listNotifications } from './history/list-notifications.ts'
import { readNotification } from './history/read-notification.ts'
import { readPage } from './history/read-page.ts'
import { resendNotification } from './history/resend-notification.ts'
import { smsAnswersRoute } from './opt-outs/sms-answers-route.ts'
import { unsubscribeRoute } from './opt-outs/unsubscribe-route.ts'
import { sendTest } from './send-test.ts'
import { listTemplates } from './templates/list-templates.ts'
import { previewTemplate } from './templates/preview-template.ts'
import { resetTemplate } from './templates/reset-template.ts'
import { saveTemplate } from './templates/save-template.ts'

export function notificationsRoutes(app: App): void {
  serve(app, notificationsApi.list, listNotifications)
  serve(app, notificationsApi.detail, readNotification)
  serveMailPage(app, notificationsApi.page, readPage)
  serve(app, notificationsApi.resend, resendNotification)
  serve(app, notificationsApi.test, sendTest)
  serve(app, notificationsApi.templates, listTemplates)
  serve(app, notificationsApi.saveTemplate, saveTemplate)
  serve(app, notificationsApi.resetTemplate, resetTemplate)
  serveMailPage(app, notificationsApi.previewTemplate, previewTemplate)
  smsAnswersRoute(app)
  unsubscribeRoute(app)
}
