import pg from 'pg'
import { isTaken } from './violations.ts'

const deadlock = '40P01'

/** Two transactions got in each other's way, over a SKU's code or by locking crosswise: the same work, done anew, succeeds. */
const isCollision = (error: unknown) =>
  (error instanceof pg.DatabaseError && error.code === deadlock) || isTaken(error, 'skus_sku')

const mostAttempts = 3

/** Does a transaction anew that got in another's way, on what is there then. What still collides goes to `giveUp`. */
export async function againOnCollision<T>(
  work: () => Promise<T>,
  giveUp: (error: unknown) => unknown = (error) => error,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isCollision(error)) throw error
      if (attempt === mostAttempts) throw giveUp(error)
    }
  }
}
