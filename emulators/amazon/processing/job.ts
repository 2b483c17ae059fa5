export const jobStatuses = ['CANCELLED', 'DONE', 'FATAL', 'IN_PROGRESS', 'IN_QUEUE'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** What feeds and reports have in common: accepted now, done on Amazon's own time. */
export type Job = {
  id: string
  type: string
  marketplaceIds: string[]
  createdAt: string
  startsAt: string
  endsAt: string
  /** Null until the clock has passed its end or somebody cancelled it. */
  outcome: 'DONE' | 'FATAL' | 'CANCELLED' | null
}

export function statusOf({ outcome, startsAt }: Job, now: Date): JobStatus {
  if (outcome !== null) return outcome
  return now.toISOString() < startsAt ? 'IN_QUEUE' : 'IN_PROGRESS'
}

export function viewJob(job: Job, now: Date) {
  const processingStatus = statusOf(job, now)
  const isStarted = processingStatus !== 'IN_QUEUE' && processingStatus !== 'CANCELLED'
  return {
    marketplaceIds: job.marketplaceIds,
    createdTime: job.createdAt,
    processingStatus,
    ...(isStarted && { processingStartTime: job.startsAt }),
    ...((processingStatus === 'DONE' || processingStatus === 'FATAL') && { processingEndTime: job.endsAt }),
  }
}

/** Ids count upwards, for each seller by themselves. */
export const nextJobId = (jobs: Record<string, Job>) => String(50_000_000_001 + Object.keys(jobs).length)
