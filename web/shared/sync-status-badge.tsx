import type { SyncRunStatus } from '#contract/marketplace-values.ts'
import { JobStatusBadge } from './job-status-badge.tsx'

export function SyncStatusBadge({ status }: { status: SyncRunStatus }) {
  return <JobStatusBadge status={status === 'running' ? 'active' : status} />
}
