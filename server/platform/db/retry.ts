import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUniqueViolation } from './errors.ts'

/** How a change of the schema behaves among people who work. */
export type LockRetryOptions = {
  /** Whoever waits for a lock holds up everybody who comes after: so long, and no longer. */
  lockTimeoutMs?: number
  /** Then the others go on for so long before it is tried again. */
  pauseMs?: number
  attempts?: number
  onRetry?: (attempt: number) => void
}

/** The lock was not to be had in time, or both waited for each other. Nothing was changed. */
const lockErrorCodes = new Set<string | undefined>(['55P03', '40P01'])

/** The work is one transaction, or one statement. About ten minutes, all told. */
export async function retryOnLockTimeout<T>(
  client: pg.Client,
  lockRetry: LockRetryOptions,
  work: () => Promise<T>,
): Promise<T> {
  const { lockTimeoutMs = 1_000, pauseMs = 4_000, attempts = 120, onRetry } = lockRetry
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !lockErrorCodes.has(error.code)) throw error
      if (attempt === attempts) throw new Error(tooBusy, { cause: error })
      onRetry?.(attempt)
      await sleep(pauseMs)
    }
  }
}

const tooBusy =
  'The database was not changed: somebody holds what has to be changed. Look for a long transaction (pg_stat_activity), end it, and run npm run migrate again.'

const deadlock = '40P01'

/** Two transactions got in each other's way, over a SKU's code or by locking crosswise: the same work, done anew, succeeds. */
const isConflict = (error: unknown) =>
  (error instanceof pg.DatabaseError && error.code === deadlock) || isUniqueViolation(error, 'skus_sku')

const maxAttempts = 3

/** Does a transaction anew that got in another's way, on what is there then. What still collides goes to `giveUp`. */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  toError: (error: unknown) => unknown = (error) => error,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === maxAttempts) throw toError(error)
    }
  }
}
