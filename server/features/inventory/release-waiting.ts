import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { listSkusOfOrders } from './queries/holds.ts'
import { lockLevels, settleLevels } from './queries/levels.ts'
import { cancelWaitingHolds } from './queries/partial-holds.ts'

type Order = { companyId: string; orderId: string; at: Date }

/** Nothing more of an order is to be sent: what it waits with is free again, what Amazon has stays held. */
export async function releaseWaiting(tx: Tx, order: Order): Promise<void> {
  const { companyId, orderId, at } = order
  const skuIds = await listSkusOfOrders(tx, companyId, [orderId])
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  await cancelWaitingHolds(tx, order)
  await settleLevels(tx, companyId, skus, at)
}
