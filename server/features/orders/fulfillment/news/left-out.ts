import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import type { AttemptItem } from '../../queries/attempts.ts'

type ReportedLines = FulfillmentSnapshot['lines']

/**
 * The items of an attempt without the units that Amazon won't send, as far as it is over: until then Amazon may plan a unit
 * anew that it left out, and a second attempt would ship it twice. Once left out, a unit stays so. An item of which nothing
 * new is told is the same one.
 */
export const applyUnfulfillable = (items: readonly AttemptItem[], reported: ReportedLines): AttemptItem[] =>
  items.map((item) => withUnfulfillable(item, reported))

function withUnfulfillable(item: AttemptItem, reported: ReportedLines): AttemptItem {
  const line = reported.find(({ itemId }) => itemId === item.orderItemId)
  if (!line) return item
  const cancelledQuantity = Math.min(Math.max(item.cancelledQuantity, line.cancelled), item.quantity)
  const rest = item.quantity - cancelledQuantity
  const unfulfillableQuantity = Math.min(Math.max(item.unfulfillableQuantity, line.unfulfillable), rest)
  const isSame = cancelledQuantity === item.cancelledQuantity && unfulfillableQuantity === item.unfulfillableQuantity
  return isSame ? item : { ...item, cancelledQuantity, unfulfillableQuantity }
}
