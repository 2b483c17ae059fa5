import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // No space left, no memory left, a disk that fails: whoever runs PostgreSQL sees to it, and what was asked for can wait.
  '53100',
  '53200',
  '58030',
])

/** The driver's own words for a connection that broke under it; these errors carry no code. */
const driverMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/

/** Tells a database that can't be reached from a statement that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (unavailableCodes.has(code) || code.startsWith('08') || driverMessages.test(cause.message)) return true
  }
  return false
}

const uniqueViolation = '23505'

/** Whether a write failed because somebody else has the value already that this constraint keeps unique. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === uniqueViolation && cause.constraint === constraint
}
