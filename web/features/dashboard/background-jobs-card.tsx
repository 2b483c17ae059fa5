import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { type JobCounts, type JobRow, jobsApi } from '#contract/jobs.ts'
import { allows } from '#contract/roles.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { JobStatusBadge } from '#web/shared/job-badges.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useBackgroundJobs, useRetryJob } from './api.ts'

export function BackgroundJobsCard() {
  const query = useBackgroundJobs()
  return (
    <Card id="background-jobs" tabIndex={-1} aria-labelledby="background-jobs-heading" className="scroll-mt-20">
      <CardHeader id="background-jobs-heading" title={t('Background Jobs')} description={t('Automatic tasks')} />
      <QueryContent what={t('The background jobs')} query={query} isInCard>
        {({ counts, jobs }) => (
          <>
            <JobCountTiles counts={counts} />
            {jobs.length > 0 ? (
              <ul aria-label={t('Latest jobs')} className="divide-y border-t">
                {jobs.map((job) => (
                  <JobItem key={job.id} job={job} />
                ))}
              </ul>
            ) : (
              <div className="border-t">
                <EmptyState icon={<CircleCheckBig />}>
                  {t('No active background jobs. System is running smoothly.')}
                </EmptyState>
              </div>
            )}
          </>
        )}
      </QueryContent>
    </Card>
  )
}

function JobCountTiles({ counts }: { counts: JobCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
      <Tile label={t('Completed Today')} count={counts.completed} />
      <Tile label={t('Currently Running')} count={counts.active} />
      <Tile label={t('Failed')} count={counts.failed} isAlarming={counts.failed > 0} />
      <Tile label={t('Waiting')} count={counts.waiting + counts.delayed} hint={delayedHint(counts.delayed)} />
    </dl>
  )
}

function delayedHint(delayed: number): string | undefined {
  return delayed > 0 ? t('including {delayed} delayed', { delayed }) : undefined
}

type TileProps = { label: string; count: number; hint?: string | undefined; isAlarming?: boolean }

function Tile({ label, count, hint, isAlarming = false }: TileProps) {
  return (
    <div className="bg-raised px-4 py-3 md:px-5 md:py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={isAlarming ? 'text-2xl font-semibold text-danger' : 'text-2xl font-semibold'}>
        {formatNumber(count)}
      </dd>
      {hint && <dd className="text-xs text-muted">{hint}</dd>}
    </div>
  )
}

function JobItem({ job }: { job: JobRow }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {job.title}
          <JobStatusBadge status={job.status} />
        </p>
        {job.error && <p className="mt-1 text-sm break-words text-danger">{job.error}</p>}
        <p className="mt-0.5 text-sm text-muted">
          {lastStep(job)}
          {job.attempts > 0 && ` · ${attemptText(job)}`}
        </p>
      </div>
      {job.status === 'failed' && <RetryJob job={job} />}
    </li>
  )
}

function lastStep({ status, createdAt, startedAt, completedAt }: JobRow): ReactNode {
  if (completedAt) return rich(t('Ended {when}'), { when: <RelativeTime moment={completedAt} /> })
  if (!startedAt) return rich(t('Queued {when}'), { when: <RelativeTime moment={createdAt} /> })
  const when = <RelativeTime moment={startedAt} />
  return rich(status === 'active' ? t('Started {when}') : t('Last tried {when}'), { when })
}

const attemptText = ({ attempts, maxAttempts }: JobRow) =>
  t('attempt {attempts} of {maxAttempts}', { attempts, maxAttempts })

function RetryJob({ job }: { job: JobRow }) {
  const { role } = useCurrentUser()
  const retryJob = useRetryJob()
  const button = { size: 'small', 'aria-label': t('Retry {title}', { title: job.title }) } as const
  const content = (
    <>
      <RotateCcw aria-hidden />
      {t('Retry')}
    </>
  )

  return allows(jobsApi.retry.access, role) ? (
    <Button {...button} isPending={retryJob.isPending} onClick={() => retryJob.mutate(job.id)}>
      {content}
    </Button>
  ) : (
    <BlockedButton {...button} reason={t('Your role is Read Only. Operations and Admin can retry jobs.')}>
      {content}
    </BlockedButton>
  )
}
