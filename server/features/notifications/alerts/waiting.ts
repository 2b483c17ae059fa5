import type { Waiting } from '#server/platform/jobs/drains.ts'
import { listDueAlerts } from './queries/due-alerts.ts'

export const hasAlertsToGather: Waiting = async (tx, companyId, now) =>
  (await listDueAlerts(tx, companyId, now)).length > 0
