import type { Tx } from '#server/platform/db/client.ts'
import { hasStuckAttempts } from '../queries/stuck-attempts.ts'

/** How long Amazon may take to say whether it has an attempt. */
const answerSeconds = 15 * 60
/** An order that has been stuck so often is for a person to look at. */
const mostAttempts = 3

export const stuckCriteria = (companyId: string, now: Date) => ({
  companyId,
  now,
  unansweredBefore: new Date(now.getTime() - answerSeconds * 1000),
  maxAttempts: mostAttempts,
})

/** Whether something has gone wrong that nobody has been told of. */
export const hasStuckFulfillments = (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  hasStuckAttempts(tx, stuckCriteria(companyId, now))
