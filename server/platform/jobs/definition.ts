import type { z } from 'zod'
import type { Lane } from '../db/job-tables.ts'

export type JobScope = 'company' | 'platform'

/** What a job is: known to whoever enqueues it. What it does stands with its feature's `jobs.ts`. */
export type JobDefinition<Payload extends z.ZodType = z.ZodType, Scope extends JobScope = JobScope> = {
  /** What people read on the dashboard. */
  readonly title: string
  readonly scope: Scope
  readonly lane: Lane
  readonly payload: Payload
  /** How often a failure of our own making may happen before a person is needed. */
  readonly maxAttempts: number
  /** How long one attempt may take before it counts as stuck. */
  readonly longestSeconds: number
  /** A cron line in UTC, for jobs that the platform starts by itself. */
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
