import type { Message } from '#contract/i18n.ts'
import type { z } from 'zod'
import type { Lane } from '../db/job-tables.ts'

export type JobScope = 'company' | 'platform'

/** The definition of a job, for everybody who enqueues it. Its handler is in the feature's `jobs.ts`. */
export type JobDefinition<Payload extends z.ZodType = z.ZodType, Scope extends JobScope = JobScope> = {
  /** Shown on the dashboard. */
  readonly title: Message
  readonly scope: Scope
  readonly lane: Lane
  readonly payload: Payload
  /** Attempts that may fail by our own errors before the job counts as failed; unavailability does not count. */
  readonly maxAttempts: number
  /** Seconds after which one attempt counts as stuck. */
  readonly longestSeconds: number
  /** A cron expression in UTC, for jobs that the platform starts by itself. */
  readonly schedule: string | null
}

const defaultMaxAttempts = 3

const longestSecondsOf: Record<Lane, number> = { quick: 15 * 60, bulk: 6 * 3600, paced: 15 * 60 }

export function job<Payload extends z.ZodType, Scope extends JobScope>(
  definition: Omit<JobDefinition<Payload, Scope>, 'maxAttempts' | 'longestSeconds' | 'schedule'> & {
    maxAttempts?: number
    longestSeconds?: number
    schedule?: Scope extends 'platform' ? string : never
  },
): JobDefinition<Payload, Scope> {
  return {
    maxAttempts: defaultMaxAttempts,
    longestSeconds: longestSecondsOf[definition.lane],
    schedule: null,
    ...definition,
  }
}

export type Jobs = Record<string, JobDefinition>

export type JobName<J extends Jobs, Scope extends JobScope = JobScope> = {
  [N in keyof J & string]: J[N]['scope'] extends Scope ? N : never
}[keyof J & string]

export type PayloadOf<J extends Jobs, N extends keyof J> = z.output<J[N]['payload']>
