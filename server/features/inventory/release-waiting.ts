import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { listSkusOfOrders } from './queries/holds.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'
import { cancelWaitingHolds } from './queries/partial-holds.ts'

type OrderToRelease = { companyId: string; orderId: string; at: Date }

/** Nothing more of an order is to be sent: what it waits with is free again, what Amazon has stays held. */
export async function releaseWaitingHolds(tx: Tx, order: OrderToRelease): Promise<void> {
  const { companyId, orderId, at } = order
  const skuIds = await listSkusOfOrders(tx, companyId, [orderId])
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  await cancelWaitingHolds(tx, order)
  await refreshLevels(tx, companyId, skus, at)
}
