import type { Tx } from '#server/platform/db/client.ts'
import { sumErased, type ErasedCounts } from './erased.ts'
import { eraseCustomerRows, listCustomersOf } from './queries/erase-customers.ts'
import { eraseOrderRows } from './queries/erase-orders.ts'

type OrdersToErase = { companyId: string; orderIds: readonly string[]; at: Date }

/**
 * Takes away what is known of the customers of these orders, everywhere it was copied to, and of each customer for whom
 * there is no other order. Whoever calls it holds the company's intake, so that no order comes in for them meanwhile.
 */
export async function eraseOrders(tx: Tx, { companyId, orderIds, at }: OrdersToErase): Promise<ErasedCounts> {
  const customerIds = await listCustomersOf(tx, companyId, orderIds)
  const ofOrders = await eraseOrderRows(tx, { companyId, orderIds, at })
  return sumErased(ofOrders, await eraseCustomerRows(tx, { companyId, customerIds, at }))
}
