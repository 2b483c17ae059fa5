import { createAlertDigests } from './alerts/gather-alerts.ts'
import { sendDueNotifications } from './sending/send-due.ts'

export const notificationsJobs = {
  'notifications.send': sendDueNotifications,
  'notifications.gather-alerts': createAlertDigests,
}
