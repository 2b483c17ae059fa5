import { z } from 'zod'
import { badParameter } from '../refusal.ts'
import { openUnits, type LineCount, type Order, type OrderLine } from './order.ts'

/** Lines are named by Meta's id for them or by the shop's id of the goods, and not by both. */
export const LineCounts = z
  .array(
    z
      .strictObject({
        item_id: z.string().optional(),
        retailer_id: z.string().optional(),
        quantity: z.int().positive(),
      })
      .refine(({ item_id, retailer_id }) => (item_id === undefined) !== (retailer_id === undefined), {
        error: 'name the item by item_id or by retailer_id',
      }),
  )
  .min(1)
type LineCounts = z.output<typeof LineCounts>

/** Which lines are meant; refuses more than `mostOf` says there are. */
export function countLines(order: Order, given: LineCounts, mostOf: (line: OrderLine) => number = openUnits) {
  return given.map(({ item_id, retailer_id, quantity }): LineCount => {
    const line = order.lines.find(({ id, retailerId }) => id === item_id || retailerId === retailer_id)
    if (!line) throw badParameter(`The order has no item ${item_id ?? retailer_id}`)
    if (quantity > mostOf(line)) throw badParameter(`The quantity of item ${line.retailerId} is too high`)
    return { itemId: line.id, retailerId: line.retailerId, quantity }
  })
}
