import pg from 'pg'
import { isDatabaseUnavailable } from '#server/platform/db/errors.ts'
import { LeaseLost } from '#server/platform/jobs/lease.ts'

/** PostgreSQL's words for values that it can't keep, and for rules that they break. */
const dataErrorCode = /^2[23]/

/**
 * Whether an error comes from what an order says, so that the others can go on without it; not when the database is
 * away, is asked too much, or another worker has taken the job over: that concerns all of them, and passes.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false
  return error instanceof pg.DatabaseError ? dataErrorCode.test(error.code ?? '') : true
}
