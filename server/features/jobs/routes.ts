import { jobsApi } from '#contract/jobs.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { countJobs, readJobs, retryJob } from './background-jobs.ts'

export function jobsRoutes(app: App): void {
  serve(app, jobsApi.status, (ctx) => ctx.read((tx) => countJobs(tx, ctx.clock.now())))
  serve(app, jobsApi.list, readJobs)
  serve(app, jobsApi.retry, retryJob)
}
