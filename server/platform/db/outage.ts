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
