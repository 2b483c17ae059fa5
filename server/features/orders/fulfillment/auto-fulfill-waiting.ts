import type { Tx } from '#server/platform/db/client.ts'
import { listDueOrders } from '../queries/due-orders.ts'

/** Whether an order is due to go by itself. */
export async function hasOrdersDue(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await listDueOrders(tx, companyId, now, 1)).length > 0
}
