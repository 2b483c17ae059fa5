import { createAlertDigests } from './alerts/alert-digests.ts'
import { watchRefusals } from './alerts/watch-refusals.ts'
import { watchQuotas } from './quota/watch-quotas.ts'
import { sendSecurityNotices } from './security/send-notices.ts'
import { sendDueNotifications } from './sending/send-notifications.ts'

export const notificationsJobs = {
  'notifications.send': sendDueNotifications,
  'notifications.gather-alerts': createAlertDigests,
  'notifications.watch-quotas': watchQuotas,
  'notifications.send-security-notices': sendSecurityNotices,
  'notifications.watch-refusals': watchRefusals,
}
