import { AppError } from '#contract/errors.ts'
import type { JobRow } from '#contract/jobs.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { restartJob } from '#server/platform/jobs/lease.ts'
import { getJobOrThrow } from './queries.ts'

/** Restarts a failed job; its earlier failures no longer count. */
export async function retryJob(ctx: CompanyContext, input: { jobId: string }): Promise<JobRow> {
  return ctx.transaction(async (tx) => {
    const before = await getJobOrThrow(tx, input.jobId)
    const wasFailed = await restartJob(tx, before.lane, before.id)
    const { lane: _lane, ...after } = await getJobOrThrow(tx, input.jobId)
    if (!wasFailed) throw new AppError('conflict', `This job is ${after.status}, so it can't be retried.`)
    await recordAudit(tx, ctx, {
      action: 'job.retry',
      resource: 'job',
      resourceId: before.id,
      companyId: ctx.companyId,
      before: { status: before.status, error: before.error },
      after: { status: after.status, error: after.error },
    })
    await ctx.publishChange(tx, 'jobs')
    return after
  })
}
