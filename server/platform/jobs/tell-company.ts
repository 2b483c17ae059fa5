import type { Deps } from '../context.ts'

/** By then the queue has written down what became of the job. */
const notifyAfterMs = 300

export type NotifyCompany = (companyId: string | null) => void

/**
 * Tells a company's dashboards that its jobs have moved: a burst as one message, a moment later, so that whoever looks
 * sees the outcome. A lost message costs freshness only, so it never fails a job.
 */
export function createJobNotifier({ db, shared }: Pick<Deps, 'db' | 'shared'>): NotifyCompany {
  const due = new Set<string>()
  return (companyId) => {
    if (!companyId || due.has(companyId)) return
    due.add(companyId)
    setTimeout(() => {
      due.delete(companyId)
      db.inCompany(companyId, (tx) => shared.publishChange(tx, companyId, 'jobs')).catch(() => {})
    }, notifyAfterMs)
  }
}
