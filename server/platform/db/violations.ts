import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

const uniqueViolation = '23505'

/** Whether a write failed because somebody else has the value already that this constraint keeps unique. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === uniqueViolation && cause.constraint === constraint
}
