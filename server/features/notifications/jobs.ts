import { createAlertDigests } from './alerts/alert-digests.ts'
import { watchQuotas } from './quota/watch-quotas.ts'
import { sendDueNotifications } from './sending/send-notifications.ts'

export const notificationsJobs = {
  'notifications.send': sendDueNotifications,
  'notifications.gather-alerts': createAlertDigests,
  'notifications.watch-quotas': watchQuotas,
}
