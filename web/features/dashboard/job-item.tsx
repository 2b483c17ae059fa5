import type { JobRow } from '#contract/jobs.ts'
import { JobStatusBadge } from '#web/shared/job-status-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RetryJob } from './retry-job.tsx'

export function JobItem({ job }: { job: JobRow }) {
  const { step, moment } = lastStep(job)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {job.title}
          <JobStatusBadge status={job.status} />
        </p>
        {job.error && <p className="mt-1 text-sm break-words text-danger">{job.error}</p>}
        <p className="mt-0.5 text-sm text-muted">
          {step} <RelativeTime moment={moment} />
          {job.attempts > 0 && ` · attempt ${job.attempts} of ${job.maxAttempts}`}
        </p>
      </div>
      {job.status === 'failed' && <RetryJob job={job} />}
    </li>
  )
}

function lastStep({ status, createdAt, startedAt, completedAt }: JobRow): { step: string; moment: string } {
  if (completedAt) return { step: 'Ended', moment: completedAt }
  if (startedAt) return { step: status === 'active' ? 'Started' : 'Last tried', moment: startedAt }
  return { step: 'Queued', moment: createdAt }
}
