import { notificationsApi } from '#contract/notifications.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveMailPage } from '#server/platform/http/html-pages.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listNotifications, readNotification, readPage } from './history/history.ts'
import { resendNotification } from './history/resend-notification.ts'
import { smsAnswersRoute, unsubscribeRoute } from './opt-outs/opt-out-routes.ts'
import { confirmSenderRoute } from './senders/confirm-sender-routes.ts'
import { sendTest } from './templates/send-test.ts'
import { listTemplates, previewTemplate, resetTemplate, saveTemplate } from './templates/templates.ts'

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
  confirmSenderRoute(app)
}
