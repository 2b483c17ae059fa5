import type { Deps } from '../context.ts'

/** By then the queue has written down what became of the job. */
const settledAfterMs = 300

export type TellCompany = (companyId: string | null) => void

/**
 * Tells a company's dashboards that its jobs have moved: a burst as one message, a moment later, so that whoever looks
 * sees the outcome. A lost message costs freshness only, so it never fails a job.
 */
export function createTellCompany({ db, shared }: Pick<Deps, 'db' | 'shared'>): TellCompany {
  const due = new Set<string>()
  return (companyId) => {
    if (!companyId || due.has(companyId)) return
    due.add(companyId)
    setTimeout(() => {
      due.delete(companyId)
      db.inCompany(companyId, (tx) => shared.announce(tx, companyId, 'jobs')).catch(() => {})
    }, settledAfterMs)
  }
}
