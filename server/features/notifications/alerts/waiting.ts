import type { HasDueRows } from '#server/platform/jobs/table-workers.ts'
import { listDueAlerts } from './queries/due-alerts.ts'

export const hasDueAlerts: HasDueRows = async (tx, companyId, now) =>
  (await listDueAlerts(tx, companyId, now)).length > 0
