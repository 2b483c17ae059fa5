import { lockIntake } from '#server/features/orders/queries/intake.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { eraseOrders } from './erase-orders.ts'
import { addUp, type Erased } from './erased.ts'
import { limitsAt } from './limits.ts'
import type { Retention } from './queries/companies.ts'
import { findDueOrders, lockDueOrders } from './queries/due-orders.ts'
import { sweep, sweeps } from './queries/erase-by-age.ts'
import { eraseCustomerRows, listLeftCustomers } from './queries/erase-customers.ts'

const atOnce = 200
/** A sweep reads all that a table still keeps for what it takes, and keeps nobody waiting. */
const timesSwept = 10

/**
 * In small bites, each whole by itself: whoever is killed between two of them goes on where they stopped. What is due is
 * looked for before the intake is locked, so that nobody who orders waits for the looking.
 */
export async function purgeCompany(
  ctx: PlatformContext,
  { companyId, retentionDays }: Retention,
  limit = atOnce,
): Promise<Erased> {
  const now = ctx.clock.now()
  const limits = limitsAt(now, retentionDays)
  const inBites = (bite: (tx: Tx) => Promise<Bitten>, size = limit) =>
    repeat(() => ctx.transaction(bite, companyId), size)
  const nothing = { rows: 0, erased: {} }
  const ofOrders = await inBites(async (tx) => {
    const due = await findDueOrders(tx, { companyId, limits }, limit)
    if (due.length === 0) return nothing
    await lockIntake(tx, companyId)
    const orderIds = await lockDueOrders(tx, { companyId, limits }, due)
    const erased = await eraseOrders(tx, { companyId, orderIds, at: now })
    await ctx.tellCompany(tx, companyId, 'orders')
    await ctx.tellCompany(tx, companyId, 'notifications')
    return { rows: orderIds.length, erased }
  })
  const ofCustomers = await inBites(async (tx) => {
    const customerIds = await listLeftCustomers(tx, companyId, limits.closed, limit)
    if (customerIds.length === 0) return nothing
    await lockIntake(tx, companyId)
    return { rows: customerIds.length, erased: await eraseCustomerRows(tx, { companyId, customerIds, at: now }) }
  })
  const swept = limit * timesSwept
  const byAge: Erased[] = []
  for (const one of sweeps) {
    byAge.push(
      await inBites(async (tx) => {
        const rows = await sweep(tx, one, { companyId, limits, now, limit: swept })
        return { rows, erased: { [one.table]: rows } }
      }, swept),
    )
  }
  return addUp(ofOrders, ofCustomers, ...byAge)
}

type Bitten = { rows: number; erased: Erased }

async function repeat(bite: () => Promise<Bitten>, limit: number): Promise<Erased> {
  let sum: Erased = {}
  for (;;) {
    const { rows, erased } = await bite()
    sum = addUp(sum, erased)
    if (rows < limit) return sum
  }
}
