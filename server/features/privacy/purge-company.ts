import { lockIntake } from '#server/features/orders/intake/queries.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { purgeObservations } from '#server/platform/observe-mode.ts'
import {
  eraseOrders,
  sumErased,
  type ErasedCounts,
  eraseCustomerRows,
  listCustomersWithoutOrders,
} from './erase-personal-data.ts'
import { limitsAt } from './retention-limits.ts'
import { type Retention, findDueOrders, lockDueOrders, runSweep, sweeps } from './purge-queries.ts'

const rowsPerBatch = 200
/** Sweeps take larger batches: each reads the whole table again, and blocks nobody. */
const sweepFactor = 10

/**
 * Erases the expired personal data of one company in small batches, each a transaction of its own, so that an
 * interrupted run continues later. Due orders are searched before the intake lock is taken, so that incoming orders do
 * not wait for the search.
 */
export async function purgeCompany(
  ctx: PlatformContext,
  { companyId, retentionDays }: Retention,
  limit = rowsPerBatch,
): Promise<ErasedCounts> {
  const now = ctx.clock.now()
  const limits = limitsAt(now, retentionDays)
  const inBatches = (runBatch: (tx: Tx) => Promise<BatchResult>, size = limit) =>
    repeatUntilDone(() => ctx.transaction(runBatch, companyId), size)
  const nothing = { rows: 0, erased: {} }
  const ofOrders = await inBatches(async (tx) => {
    const due = await findDueOrders(tx, { companyId, limits }, limit)
    if (due.length === 0) return nothing
    await lockIntake(tx, companyId)
    const orderIds = await lockDueOrders(tx, { companyId, limits }, due)
    const erased = await eraseOrders(tx, { companyId, orderIds, at: now })
    await ctx.notifyCompany(tx, companyId, 'orders')
    await ctx.notifyCompany(tx, companyId, 'notifications')
    return { rows: orderIds.length, erased }
  })
  const ofCustomers = await inBatches(async (tx) => {
    const customerIds = await listCustomersWithoutOrders(tx, companyId, limits.closed, limit)
    if (customerIds.length === 0) return nothing
    await lockIntake(tx, companyId)
    return { rows: customerIds.length, erased: await eraseCustomerRows(tx, { companyId, customerIds, at: now }) }
  })
  const swept = limit * sweepFactor
  const byAge: ErasedCounts[] = []
  for (const one of sweeps) {
    byAge.push(
      await inBatches(async (tx) => {
        const rows = await runSweep(tx, one, { companyId, limits, now, limit: swept })
        return { rows, erased: { [one.table]: rows } }
      }, swept),
    )
  }
  await ctx.transaction((tx) => purgeObservations(tx, companyId, now), companyId)
  return sumErased(ofOrders, ofCustomers, ...byAge)
}

type BatchResult = { rows: number; erased: ErasedCounts }

async function repeatUntilDone(runBatch: () => Promise<BatchResult>, limit: number): Promise<ErasedCounts> {
  let sum: ErasedCounts = {}
  for (;;) {
    const { rows, erased } = await runBatch()
    sum = sumErased(sum, erased)
    if (rows < limit) return sum
  }
}
