import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { reserveOrderNumbers } from '../queries/intake.ts'
import { buildNewOrder } from './draft-order.ts'
import type { IntakeContext } from './intake-context.ts'
import { linkEarlierEvents, type NewOrder } from './new-orders.ts'
import type { OrderChange } from './order-change.ts'

export async function placeOrders(
  tx: Tx,
  intake: IntakeContext,
  newOrders: readonly NewOrder[],
): Promise<OrderChange[]> {
  if (newOrders.length === 0) return []
  const { companyId } = intake.ctx
  const numbers = await reserveOrderNumbers(tx, companyId, newOrders.length)
  const built = newOrders.map((order, index) => buildNewOrder(intake, order, numbers[index] ?? ''))
  const orderRows = built.map(({ row }) => row)
  const lineRows = built.flatMap(({ lines }) => lines)
  await insertRows(tx, orders, orderRows)
  await insertRows(tx, orderItems, lineRows)
  await linkEarlierEvents(tx, companyId, newOrders)
  return built.map(({ change }) => change)
}
