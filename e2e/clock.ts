import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { ownProduct } from './product.ts'

/** Makes time-dependent work due by changing the database of the running product, whose clock is the real one. */
export async function openTimeControl(companyId: string) {
  const { url } = await startPostgres({ dataDir: join(ownProduct().dataDir, 'postgres') })
  const owner = new pg.Client({ connectionString: url('lockstep') })
  await owner.connect()
  const db = await openDatabase(url('lockstep'), { max: 1 })
  const queue = await openQueue(db.url, catalog, { isWorker: false, log: createLog({ LOG_LEVEL: 'silent' }, 'e2e') })

  return {
    /** Makes the next poll of Amazon due for all fulfillments. */
    async untilAmazonIsAsked() {
      await owner.query(
        `update fulfillments set next_check_at = now() where company_id = $1 and status <> 'pending' and next_check_at is not null`,
        [companyId],
      )
      await db.inCompany(companyId, (tx) => queue.enqueue(tx, companyId, 'orders.follow', {}))
    },
    async close() {
      await queue.close()
      await Promise.all([db.close(), owner.end()])
    },
  }
}
