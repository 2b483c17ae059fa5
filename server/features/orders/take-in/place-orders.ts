import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { takeOrderNumbers } from '../queries/intake.ts'
import { draftOrder } from './draft-order.ts'
import type { Intake } from './intake-context.ts'
import { claimNewsOf, type NewOrder } from './new-orders.ts'
import type { OrderChange } from './order-change.ts'

export async function placeOrders(tx: Tx, intake: Intake, wanted: readonly NewOrder[]): Promise<OrderChange[]> {
  if (wanted.length === 0) return []
  const { companyId } = intake.ctx
  const numbers = await takeOrderNumbers(tx, companyId, wanted.length)
  const drafts = wanted.map((order, index) => draftOrder(intake, order, numbers[index] ?? ''))
  const orderRows = drafts.map(({ row }) => row)
  const lineRows = drafts.flatMap(({ lines }) => lines)
  await insertRows(tx, orders, orderRows)
  await insertRows(tx, orderItems, lineRows)
  await claimNewsOf(tx, companyId, wanted)
  return drafts.map(({ change }) => change)
}
