import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { listSkusOfOrders, readWaitingLines, type HeldLine } from './queries/holds.ts'
import { lockLevels } from './queries/levels.ts'

/** Which lines of these orders wait for units, and whether those are there: true until the transaction ends. */
export async function readCoverage(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<HeldLine[]> {
  if (orderIds.length === 0) return []
  const skuIds = await listSkusOfOrders(tx, companyId, orderIds)
  await lockLevels(tx, companyId, sql`select unnest(${sql.param(skuIds)}::uuid[])`)
  return readWaitingLines(tx, companyId, orderIds)
}
