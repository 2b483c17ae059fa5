import type { Tx } from '#server/platform/db/client.ts'
import type { FulfillmentNews } from '#server/ports/fulfillment.ts'
import { updateLeftOut, type AttemptItem } from '../../queries/attempts.ts'
import type { Attempt } from '../../queries/sent-order.ts'

type Told = FulfillmentNews['lines']

/**
 * Keeps which units Amazon won't send, as far as it is over: until then Amazon may plan a unit anew that it left out, and a
 * second attempt would ship it twice. Once left out, a unit stays so. Answers the items as they are now.
 */
export async function keepLeftOut(tx: Tx, attempt: Attempt, told: Told): Promise<AttemptItem[]> {
  const items = attempt.items.map((item) => cut(item, told))
  for (const [index, item] of items.entries()) {
    if (item !== attempt.items[index]) await updateLeftOut(tx, attempt, item)
  }
  return items
}

function cut(item: AttemptItem, told: Told): AttemptItem {
  const line = told.find(({ itemId }) => itemId === item.orderItemId)
  if (!line) return item
  const cancelledQuantity = Math.min(Math.max(item.cancelledQuantity, line.cancelled), item.quantity)
  const rest = item.quantity - cancelledQuantity
  const unfulfillableQuantity = Math.min(Math.max(item.unfulfillableQuantity, line.unfulfillable), rest)
  const isSame = cancelledQuantity === item.cancelledQuantity && unfulfillableQuantity === item.unfulfillableQuantity
  return isSame ? item : { ...item, cancelledQuantity, unfulfillableQuantity }
}
