import { z } from 'zod'

type Countable = { sellerFulfillmentOrderItemId: string; quantity: number }

/** At most 100 lines and 250 units, each line under a name of its own. */
export function itemList<Item extends z.ZodType<Countable>>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(100)
    .superRefine((items, context) => {
      const units = items.reduce((sum, one) => sum + one.quantity, 0)
      if (units > 250) context.addIssue({ code: 'custom', message: 'An order can have 250 units at most' })
      const ids = new Set(items.map((one) => one.sellerFulfillmentOrderItemId))
      if (ids.size < items.length) {
        context.addIssue({ code: 'custom', message: 'SellerFulfillmentOrderItemId must be unique in an order' })
      }
    })
}
