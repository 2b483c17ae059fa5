import type { Tx } from '#server/platform/db/client.ts'
import { findCoveredOrders } from '../queries/short-orders.ts'

/** Whether an order that lacked units has them by now. */
export async function hasClearableOrders(tx: Tx, companyId: string, _now: Date): Promise<boolean> {
  return (await findCoveredOrders(tx, companyId, 1)).length > 0
}
