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
  // Disk full, out of memory, I/O error: the operator must act, and the work can wait.
  '53100',
  '53200',
  '58030',
])

/** Messages of pg for a broken connection; these errors carry no code. */
const driverMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/

/** Whether the database is unreachable or unable to work, as opposed to a wrong statement. Looks through causes. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (unavailableCodes.has(code) || code.startsWith('08') || driverMessages.test(cause.message)) return true
  }
  return false
}

const uniqueViolation = '23505'

/** Whether a write violated this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === uniqueViolation && cause.constraint === constraint
}
