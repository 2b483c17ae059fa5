import pg from 'pg'
import { isDatabaseAway } from '#server/platform/db/outage.ts'
import { ClaimLost } from '#server/platform/jobs/claims.ts'

/** PostgreSQL's words for values that it can't keep, and for rules that they break. */
const faultyValues = /^2[23]/

/**
 * Whether an error comes from what an order says, so that the others can go on without it; not when the database is
 * away, is asked too much, or another worker has taken the job over: that concerns all of them, and passes.
 */
export function isFaultOfOrder(error: unknown): boolean {
  if (error instanceof ClaimLost || isDatabaseAway(error)) return false
  return error instanceof pg.DatabaseError ? faultyValues.test(error.code ?? '') : true
}
