import type { CompanyContext } from '#server/platform/context.ts'
import { setProgress, type UploadStep } from './queries/drafts.ts'

const minIntervalMs = 250

export type ProgressReporter = {
  report(step: UploadStep): void
  /** Whoever is about to write the draft itself waits for what is still being told. */
  flush(): Promise<void>
}

/** Tells how far a draft is, in transactions of its own and beside the work: telling never holds it up or fails it. */
export function createProgressReporter(ctx: CompanyContext, changeSetId: string): ProgressReporter {
  let last = { phase: 'reading', at: 0 }
  let pending = Promise.resolve()
  const write = (step: UploadStep) =>
    ctx
      .transaction((tx) => setProgress(tx, changeSetId, step))
      .catch((error: unknown) => ctx.log.warn({ err: error, changeSetId }, 'progress could not be told'))
  return {
    report(step) {
      const now = performance.now()
      if (step.phase === last.phase && now - last.at < minIntervalMs) return
      last = { phase: step.phase, at: now }
      pending = pending.then(() => write(step))
    },
    flush: () => pending,
  }
}
