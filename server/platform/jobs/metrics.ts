import { Counter, Histogram } from 'prom-client'

export const jobRuns = new Counter({
  name: 'lockstep_job_runs_total',
  help: 'Attempts at background jobs by outcome',
  labelNames: ['job', 'outcome'] as const,
})

export const jobSeconds = new Histogram({
  name: 'lockstep_job_duration_seconds',
  help: 'How long attempts at background jobs take',
  labelNames: ['job'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
})

/** How often a drain runs stands among the jobs; this says whether somebody had to be told to run it. */
export const tableWorkerTriggers = new Counter({
  name: 'lockstep_drain_wakes_total',
  help: 'Times a drain was called, by what came of it: a job, nothing to do or about to run anyway, or a failure',
  labelNames: ['drain', 'outcome'] as const,
})
