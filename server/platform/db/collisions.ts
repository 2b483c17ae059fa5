import pg from 'pg'
import { isUniqueViolation } from './violations.ts'

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
