import type { CompanyContext } from '#server/platform/context.ts'
import { setProgress, type Step } from './queries/drafts.ts'

const fewestMilliseconds = 250

export type Progress = {
  tell(step: Step): void
  /** Whoever is about to write the draft itself waits for what is still being told. */
  settled(): Promise<void>
}

/** Tells how far a draft is, in transactions of its own and beside the work: telling never holds it up or fails it. */
export function tellProgress(ctx: CompanyContext, changeSetId: string): Progress {
  let last = { phase: 'reading', at: 0 }
  let telling = Promise.resolve()
  const write = (step: Step) =>
    ctx
      .transaction((tx) => setProgress(tx, changeSetId, step))
      .catch((error: unknown) => ctx.log.warn({ err: error, changeSetId }, 'progress could not be told'))
  return {
    tell(step) {
      const now = performance.now()
      if (step.phase === last.phase && now - last.at < fewestMilliseconds) return
      last = { phase: step.phase, at: now }
      telling = telling.then(() => write(step))
    },
    settled: () => telling,
  }
}
