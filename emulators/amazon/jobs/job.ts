import { Refusal } from '../refusal.ts'

export const jobStatuses = ['CANCELLED', 'DONE', 'FATAL', 'IN_PROGRESS', 'IN_QUEUE'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Asynchronous work: what feeds and reports have in common. */
export type Job = {
  id: string
  type: string
  marketplaceIds: string[]
  createdAt: string
  startsAt: string
  endsAt: string
  /** Null until it is finished or cancelled. */
  outcome: 'DONE' | 'FATAL' | 'CANCELLED' | null
}

export const listingsFeed = 'JSON_LISTINGS_FEED'

/** A feed: a file of changes to process. */
export type Feed = Job & { inputDocumentId: string; resultDocumentId: string | null }

export type FeedRecords = Record<string, Feed>

/** A report: a table to build. */
export type Report = Job & { dataStartTime: string | null; dataEndTime: string | null; documentId: string | null }

export type ReportRecords = Record<string, Report>

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

/** Ids count upwards per seller. */
export const nextJobId = (jobs: Record<string, Job>) => String(50_000_000_001 + Object.keys(jobs).length)

export function findJob<Found extends Job>(jobs: Record<string, Found>, id: string | undefined): Found {
  if (!id || !/^\d+$/.test(id)) throw new Refusal(400, '400', 'Invalid input', `Invalid id '${id}'.`)
  const job = jobs[id]
  if (!job) throw new Refusal(404, 'NotFound', 'The specified resource does not exist.')
  return job
}

/** Possible only while the job is IN_QUEUE. */
export function cancelJob(job: Job, now: Date): void {
  if (statusOf(job, now) !== 'IN_QUEUE') {
    throw new Refusal(400, '400', 'Invalid input', 'It can only be cancelled while it is IN_QUEUE.')
  }
  job.outcome = 'CANCELLED'
}

/** Durations of asynchronous work, in seconds on the emulator's clock. */
export type ProcessingSettings = {
  /** From an accepted listing change until it is visible. */
  listing: number
  /** Queue and processing time. */
  feedQueue: number
  feed: number
  reportQueue: number
  report: number
  /** Listings feeds that a seller may send in five minutes; null for no limit. */
  feedsInFiveMinutes: number | null
}

const feedQuota = 5

export function createProcessingSettings(): ProcessingSettings {
  return { listing: 2, feedQueue: 2, feed: 3, reportQueue: 2, report: 3, feedsInFiveMinutes: feedQuota }
}

/** Switches the limit on feeds together with the rate limits. */
export function limitFeeds(settings: ProcessingSettings, isLimited: boolean): void {
  settings.feedsInFiveMinutes = isLimited ? feedQuota : null
}
