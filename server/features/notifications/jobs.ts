import { createAlertDigests } from './alerts/alert-digests.ts'
import { sendDueNotifications } from './sending/send-notifications.ts'

export const notificationsJobs = {
  'notifications.send': sendDueNotifications,
  'notifications.gather-alerts': createAlertDigests,
}
