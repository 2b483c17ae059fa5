import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { isCollision } from '#server/platform/db/collisions.ts'

/** Two accounts that tell of the same SKU must not both become its home, nor both add it. */
export async function takeTurn(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('marketplace stock'), hashtext(${companyId}))`)
}

const mostAttempts = 3

/** Somebody's single edit may get in the way of a batch; done anew, the batch finds what is there then. */
export async function againOnCollision<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isCollision(error) || attempt === mostAttempts) throw error
    }
  }
}
