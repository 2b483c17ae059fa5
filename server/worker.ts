import { auditJobs } from './features/audit/jobs.ts'
import { authJobs } from './features/auth/jobs.ts'
import { backupJobs } from './features/backup/monitor-backups.ts'
import { bulkJobs } from './features/bulk/jobs.ts'
import { channelsJobs } from './features/channels/jobs.ts'
import { marketplaceJobs } from './features/marketplace/jobs.ts'
import { notificationsJobs } from './features/notifications/jobs.ts'
import { observeJobs } from './features/observe/jobs.ts'
import { ordersJobs } from './features/orders/jobs.ts'
import { privacyJobs } from './features/privacy/jobs.ts'
import { reportsJobs } from './features/reports/jobs.ts'
import type { Deps } from './platform/context.ts'
import type { CatalogJobs } from './platform/jobs/catalog.ts'
import { runJobs, type Handlers } from './platform/worker/run-jobs.ts'

/** The handler of each job, over all features. */
export const handlers: Handlers<CatalogJobs> = {
  ...authJobs,
  ...backupJobs,
  ...bulkJobs,
  ...marketplaceJobs,
  ...channelsJobs,
  ...ordersJobs,
  ...observeJobs,
  ...notificationsJobs,
  ...auditJobs,
  ...privacyJobs,
  ...reportsJobs,
}

/** On a restored database no job runs until it is reconciled: what is queued there may have been done already. */
export async function startWorker(deps: Deps): Promise<void> {
  const work = () => runJobs(deps, deps.queue, handlers)
  if (!deps.gate.closedBy) return work()
  void deps.gate.whenOpen().then(work, (error: unknown) => deps.log.error({ err: error }, 'could not begin to work'))
}
