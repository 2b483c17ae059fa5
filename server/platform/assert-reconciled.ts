import { Unavailable } from '#server/ports/failure.ts'
import type { CompanyContext } from './context.ts'

const retryAfterSeconds = 300

/** What is taken in is promised to be kept, and a copy may be thrown away again: whoever brings something is to come back. */
export function assertReconciled({ gate }: Pick<CompanyContext, 'gate'>): void {
  if (gate.closedBy) throw new Unavailable(restoreInProgress, { retryAfterSeconds })
}

const restoreInProgress = 'Lockstep’s database is being brought back, and takes nothing in until that is done'
