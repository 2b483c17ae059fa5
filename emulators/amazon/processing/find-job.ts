import { Refusal } from '../refusal.ts'
import { statusOf, type Job } from './job.ts'

export function findJob<Found extends Job>(jobs: Record<string, Found>, id: string | undefined): Found {
  if (!id || !/^\d+$/.test(id)) throw new Refusal(400, '400', 'Invalid input', `Invalid id '${id}'.`)
  const job = jobs[id]
  if (!job) throw new Refusal(404, 'NotFound', 'The specified resource does not exist.')
  return job
}

/** Once Amazon has begun, it goes on to the end. */
export function cancelJob(job: Job, now: Date): void {
  if (statusOf(job, now) !== 'IN_QUEUE') {
    throw new Refusal(400, '400', 'Invalid input', 'It can only be cancelled while it is IN_QUEUE.')
  }
  job.outcome = 'CANCELLED'
}
