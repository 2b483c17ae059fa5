import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import type { FulfillmentOrder, Line } from './book.ts'
import { findOrder } from './find-order.ts'
import type { Moment } from './life/moment.ts'
import { schedule } from './life/status.ts'
import { releaseLine, reserveLine } from './life/warehouse.ts'
import { checkOrderRules } from './rules.ts'
import { UpdateOrder } from './requests/update-order.ts'

/** Only an order that is held can be changed, and let go. */
export function updateFulfillmentOrder(call: Call): Answer {
  const change = readBody(UpdateOrder, call.body)
  const order = findOrder(call)
  const isHeld = order.asked.fulfillmentAction === 'Hold' && order.status === 'Received' && !order.cancelRequestedAt
  if (!isHeld) throw notUpdatable()
  if (change.marketplaceId && change.marketplaceId !== order.marketplaceId) {
    throw invalidInput('The marketplace of an order cannot be changed.')
  }
  const asked = { ...order.asked, ...changedFields(change), items: changeItems(order, change) }
  checkOrderRules(asked, order.marketplaceId)
  order.asked = asked

  const { state, seller, now } = call
  const moment = { world: state, seller, order, at: now.toISOString() }
  for (const line of order.lines) changeQuantity(moment, line)
  if (asked.fulfillmentAction === 'Ship') schedule(moment, 'plan', state.fulfillment.timings.plan)
  return { status: 200, body: {} }
}

export const notUpdatable = () =>
  invalidInput(
    'Value OrderNotUpdatable for parameter  is invalid. Reason: 1 error:\n' +
      'This order is not updatable. Its items are already in working or completed shipments.',
  )

function changedFields({ items: _items, marketplaceId: _marketplaceId, ...rest }: UpdateOrder) {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
}

function changeItems(order: FulfillmentOrder, change: UpdateOrder) {
  const changes = new Map(change.items?.map((item) => [item.sellerFulfillmentOrderItemId, item]))
  const unknown = [...changes.keys()].find((id) => !order.lines.some(({ itemId }) => itemId === id))
  if (unknown) {
    throw invalidInput(
      `Value ${unknown} for parameter SellerFulfillmentOrderItemId is invalid. Reason: not in the order.`,
    )
  }
  return order.asked.items.map((item) => {
    const { sellerSku: _sku, ...changed } = changes.get(item.sellerFulfillmentOrderItemId) ?? {}
    return { ...item, ...changed }
  })
}

function changeQuantity(moment: Moment, line: Line): void {
  const item = moment.order.asked.items.find((one) => one.sellerFulfillmentOrderItemId === line.itemId)
  if (!item || line.quantity === item.quantity) return
  line.quantity = item.quantity
  releaseLine(moment, line, Math.max(0, line.reserved - line.quantity))
  reserveLine(moment, line)
}
