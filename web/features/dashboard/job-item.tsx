import type { JobRow } from '#contract/jobs.ts'
import { JobStatusBadge } from '#web/shared/job-status-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RetryJob } from './retry-job.tsx'

export function JobItem({ job }: { job: JobRow }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {job.title}
          <JobStatusBadge status={job.status} />
        </p>
        {job.error && <p className="mt-1 text-sm break-words text-danger">{job.error}</p>}
        <p className="mt-0.5 text-sm text-muted">
          <RelativeTime moment={job.completedAt ?? job.startedAt ?? job.createdAt} />
          {job.attempts > 0 && ` · attempt ${job.attempts} of ${job.maxAttempts}`}
        </p>
      </div>
      {job.status === 'failed' && <RetryJob job={job} />}
    </li>
  )
}
