import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type JobRow, jobsApi } from '#contract/jobs.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useRetryJob } from './api.ts'

export function RetryJob({ job }: { job: JobRow }) {
  const { role } = useCurrentUser()
  const retryJob = useRetryJob()
  const face = { size: 'small', 'aria-label': `Retry ${job.title}` } as const
  const content = (
    <>
      <RotateCcw aria-hidden />
      Retry
    </>
  )

  return allows(jobsApi.retry.access, role) ? (
    <Button {...face} isPending={retryJob.isPending} onClick={() => retryJob.mutate(job.id)}>
      {content}
    </Button>
  ) : (
    <BlockedButton {...face} reason="Your role is Read Only. Operations and Admin can run a job again.">
      {content}
    </BlockedButton>
  )
}
