import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { PageQuery } from './paging.ts'

export const jobStatuses = ['waiting', 'active', 'completed', 'failed', 'delayed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** `completed` counts jobs since midnight in the company's time zone; the other counts are current. */
export const JobCounts = z.object({
  failed: z.int(),
  waiting: z.int(),
  active: z.int(),
  completed: z.int(),
  delayed: z.int(),
})
export type JobCounts = z.output<typeof JobCounts>

export const JobRow = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  status: z.enum(jobStatuses),
  attempts: z.int(),
  maxAttempts: z.int(),
  error: z.string().nullable(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
})
export type JobRow = z.output<typeof JobRow>

export const jobsApi = {
  status: endpoint({
    method: 'GET',
    path: '/api/jobs/status',
    summary: 'How many background jobs are in which state',
    access: 'readonly',
    scope: 'company',
    reply: JobCounts,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/jobs',
    summary: 'Background jobs, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({ status: z.enum(jobStatuses).optional() }),
    reply: z.array(JobRow),
    paged: true,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/jobs/:jobId/retry',
    summary: 'Run a failed job again',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ jobId: Id }),
    reply: JobRow,
  }),
}
