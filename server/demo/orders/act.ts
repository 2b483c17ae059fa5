import { acknowledgeOrder, addNote, holdOrder } from '#server/features/orders/actions/actions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { secondsAfter } from '../moments.ts'
import { contextAt } from './at.ts'
import type { PlacedOrder } from './place.ts'

const holdReasons = ['The customer asks whether it can still be engraved.', 'Ordered twice? Waiting for an answer.']

/** What the operator has done with the open orders since they came in. */
export async function actOnOrders(ctx: CompanyContext, orders: readonly PlacedOrder[]): Promise<void> {
  const having = (turn: PlacedOrder['plan']['turn']) => orders.filter(({ plan }) => plan.turn === turn)
  const minutesAfter = ({ plan }: PlacedOrder, minutes: number) =>
    contextAt(ctx, secondsAfter(plan.placedAt, minutes * 60))
  for (const order of having('acknowledged')) await acknowledgeOrder(minutesAfter(order, 9), order)
  for (const [index, order] of having('held').entries()) {
    const reason = holdReasons[index] ?? 'Waiting for an answer.'
    await holdOrder(minutesAfter(order, 14), { orderId: order.orderId, reason })
    await addNote(minutesAfter(order, 16), { orderId: order.orderId, text: 'Wrote to the customer.' })
  }
}
