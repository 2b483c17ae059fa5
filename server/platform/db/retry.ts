import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUniqueViolation } from './errors.ts'

/** How a migration waits for locks while the product is in use. */
export type LockRetryOptions = {
  /** A waiting migration blocks everybody behind it in the lock queue, so it waits only this long. */
  lockTimeoutMs?: number
  /** The pause before the next try, in which others get their locks. */
  pauseMs?: number
  attempts?: number
  onRetry?: (attempt: number) => void
}

/** lock_not_available and deadlock_detected. Nothing was changed. */
const lockErrorCodes = new Set<string | undefined>(['55P03', '40P01'])

/** Repeats a transaction or statement until it gets its locks; about ten minutes in all. */
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

/** A deadlock, or two transactions that inserted the same SKU code: the same work succeeds when repeated. */
const isConflict = (error: unknown) =>
  (error instanceof pg.DatabaseError && error.code === deadlock) || isUniqueViolation(error, 'skus_sku')

const maxAttempts = 3

/** Repeats a transaction that conflicted with another one. After the last try the error is passed through `toError`. */
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
