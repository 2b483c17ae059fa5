import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readBody } from '../request-input.ts'
import { markMoving, resumeOrder } from './lifecycle/advance-orders.ts'
import { type Moment, schedule, setStatus } from './lifecycle/status.ts'
import { releaseLine, reserveLine } from './lifecycle/warehouse.ts'
import { checkOrderRules, checkSkus } from './marketplace-rules.ts'
import { type FulfillmentOrder, type Line, timingsOf } from './order.ts'
import { chooseMarketplace, findOrder } from './request-parameters.ts'
import { CreateOrder, UpdateOrder } from './requests.ts'

/** `sellerFulfillmentOrderId` is unique: a second request with it is refused, not replayed. */
export function createFulfillmentOrder({ body, seller, state, now }: Call): Answer {
  const asked = readBody(CreateOrder, body)
  const id = asked.sellerFulfillmentOrderId
  if (seller.fulfillment.orders[id]) {
    throw invalidInput(`A create request already exists for MerchantFulfillmentOrderId : ${id}`)
  }
  const marketplaceId = chooseMarketplace(seller, asked.marketplaceId)
  checkOrderRules(asked, marketplaceId)
  checkSkus(
    seller,
    marketplaceId,
    asked.items.map(({ sellerSku }) => sellerSku),
  )
  const at = now.toISOString()
  const order: FulfillmentOrder = {
    id,
    marketplaceId,
    asked,
    status: 'New',
    receivedAt: at,
    statusAt: at,
    fate: state.fulfillment.fate,
    lines: asked.items.map((item) => ({
      itemId: item.sellerFulfillmentOrderItemId,
      sku: item.sellerSku,
      quantity: item.quantity,
      reserved: 0,
      shipped: 0,
      cancelled: 0,
      unfulfillable: 0,
    })),
    shipments: [],
    next: null,
    cancelRequestedAt: null,
    returns: [],
    authorizations: [],
  }
  seller.fulfillment.orders[id] = order
  const moment = { state, seller, order, at }
  setStatus(moment, 'New')
  schedule(moment, 'receive', state.fulfillment.timings.receive)
  markMoving(seller, order)
  return { status: 200, body: {} }
}

/** Changes or releases an order, which must be on hold. */
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
  const moment = { state, seller, order, at: now.toISOString() }
  for (const line of order.lines) changeQuantity(moment, line)
  if (asked.fulfillmentAction === 'Ship') schedule(moment, 'plan', state.fulfillment.timings.plan)
  return { status: 200, body: {} }
}

const notUpdatable = () =>
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

/** Accepts a cancellation request. The order is cancelled a little later, which shows when it is read again. */
export function cancelFulfillmentOrder(call: Call): Answer {
  const order = findOrder(call)
  if (order.cancelRequestedAt) {
    throw invalidInput(
      `Value ${order.id} for parameter SellerFulfillmentOrderId is invalid. Reason: DuplicateCancelRequest.`,
    )
  }
  const { state, seller, now } = call
  const { cancellation } = state.fulfillment
  const isInTime = ['New', 'Received', 'Planning'].includes(order.status)
  if (!isInTime || cancellation === 'refuses') throw notUpdatable()
  const moment = { state, seller, order, at: now.toISOString() }
  order.cancelRequestedAt = moment.at
  if (cancellation === 'ignores') resumeOrder(moment)
  else schedule(moment, 'cancel', timingsOf(state.fulfillment, order).cancel)
  markMoving(seller, order)
  return { status: 200, body: {} }
}
