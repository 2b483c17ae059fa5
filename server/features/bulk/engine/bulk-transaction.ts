import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { withHeavySlot, createCompanySemaphores } from '#server/platform/concurrency.ts'

/** Within this process, so that whoever waits holds no connection. */
const withCompanySlot = createCompanySemaphores({ atOnce: 1 })

/**
 * One company's bulk changes are made one after another, in all processes. When a single edit gets in the way, such as
 * a SKU added under a code that the file adds too, everything is done once more on what is there then.
 */
export async function bulkTransaction<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const attempt = () =>
    ctx.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bulk'), hashtext(${ctx.companyId}))`)
      return work(tx)
    })
  const { companyId } = ctx
  return withCompanySlot(companyId, () => withHeavySlot(companyId, () => retryOnConflict(attempt, tooBusy)))
}

const tooBusy = () => new AppError('conflict', 'Others are changing the same SKUs. Try again.')
