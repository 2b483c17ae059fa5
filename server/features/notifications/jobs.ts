import { gatherAlerts } from './alerts/gather-alerts.ts'
import { sendDue } from './sending/send-due.ts'

export const notificationsJobs = {
  'notifications.send': sendDue,
  'notifications.gather-alerts': gatherAlerts,
}
