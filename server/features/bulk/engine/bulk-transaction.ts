import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { lockLevels } from '#server/features/inventory/levels.ts'
import { createKeyedSemaphores, withHeavySlot } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { type SkuKey, stagedSku } from './plan.ts'

/** Queues the company's bulk changes inside this process first, so that those waiting hold no database connection. */
const withCompanySlot = createKeyedSemaphores({ limit: 1 })

/**
 * Runs a bulk change in a transaction. A PostgreSQL advisory lock serializes a company's bulk changes across all
 * processes. A conflict with a single edit, such as a SKU added with a code that the file adds too, rolls back and runs
 * `work` again.
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

const tooBusy = () => new AppError('conflict', say('Someone else is changing the same SKUs. Try again.'))

/**
 * Locks the products, SKUs and stock levels that the staged rows may change. Always in this order and by id, which
 * prevents deadlocks.
 */
export async function lockStagedRows(tx: Tx, companyId: string, key: SkuKey): Promise<void> {
  const found = sql`from staged g join skus s on ${stagedSku(companyId, key)}`
  await lockCatalogue(tx, companyId, { products: sql`select s.product_id ${found}`, skus: sql`select s.id ${found}` })
}

/** Locks the products, SKUs and stock levels that a change set has changed, in the same order. */
export async function lockChangedRows(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  const rows = sql`from change_set_rows r`
  const which = sql`r.company_id = ${companyId} and r.change_set_id = ${changeSetId}`
  const skus = sql`select r.resource_id ${rows} where ${which} and r.resource in ('sku', 'stock')`
  await lockCatalogue(tx, companyId, {
    products: sql`select r.resource_id ${rows} where ${which} and r.resource = 'product'
      union select s.product_id from skus s where s.company_id = ${companyId} and s.id in (${skus})`,
    skus,
  })
}

async function lockCatalogue(tx: Tx, companyId: string, ids: { products: SQL; skus: SQL }): Promise<void> {
  await lockRows(tx, companyId, sql`products`, ids.products)
  await lockRows(tx, companyId, sql`skus`, ids.skus)
  await lockLevels(tx, companyId, ids.skus)
}

async function lockRows(tx: Tx, companyId: string, table: SQL, ids: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select from ${table} where company_id = ${companyId} and id in (${ids}) order by id for update
    ) as locked`)
}
