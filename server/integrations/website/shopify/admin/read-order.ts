import type { ChannelHold } from '#contract/channel-values.ts'
import { asMessage, formatMessage, type Message, say } from '#contract/i18n.ts'
import { OrderData } from '#contract/intake.ts'
import type { FetchedOrder, OrderHold } from '#server/ports/channel.ts'
import { parseShape } from '../../parse-body.ts'
import { instructionForLines } from '../order-lines.ts'
import { isPaidOnDelivery } from '../read-webhook.ts'
import { toOrderData } from '../translate.ts'
import type { AdminOrder, WorkOrder } from './order-wire.ts'
import { toPlatformOrder } from './platform-order.ts'

/** What of a channel's settings decides how its orders are read. */
export type ReadingSettings = { locationId: string | null; shipsAuthorized: boolean }

/** Reads an order of the Admin API as it is now. */
export function readAdminOrder(order: AdminOrder, settings: ReadingSettings): FetchedOrder {
  const about = { externalOrderId: order.legacyResourceId, eventAt: changedAt(order) }
  const stopped = instructionBeforeWork(order)
  if (stopped) return { kind: stopped, ...about }
  const nothing = (why: Message): FetchedOrder => ({
    kind: 'nothing',
    eventType: null,
    why: formatMessage(why),
    externalOrderId: order.legacyResourceId,
  })
  if (!order.requiresShipping) return nothing(say('Nothing to ship.'))
  const { ours, why } = workOrdersToShip(order, settings)
  if (why) return why === 'shipped' ? { kind: 'shipped', ...about } : nothing(why)
  const hold = holdOf(order, ours, settings)
  const platformOrder = toPlatformOrder(order, ours)
  const instruction = instructionForLines(platformOrder)
  if (instruction.kind === 'leave') return nothing(asMessage(instruction.why))
  if (instruction.kind === 'stop') return { kind: 'cancelled', ...about }
  if (instruction.kind === 'shipped') return { kind: 'shipped', ...about }
  if (!platformOrder.shipping_address?.address1) return { kind: 'held', ...about, hold: noAddress }
  const eventType = 'order.updated'
  const data = parseShape(OrderData, { ...toOrderData(platformOrder), hold }, { ...about, eventType })
  return { kind: 'order', event: { eventType, eventAt: about.eventAt, order: data } }
}

const noAddress: OrderHold = {
  code: 'address',
  reason: formatMessage(
    say(
      'Shopify hides the shipping address from Lockstep. Allow the app to read protected customer data, or add the address in Shopify.',
    ),
  ),
}

/** A work order changes without its order, for example when a hold is released. */
function changedAt({ updatedAt, fulfillmentOrders }: AdminOrder): Date {
  const moments = [updatedAt, ...fulfillmentOrders.nodes.map((workOrder) => workOrder.updatedAt)]
  return new Date(Math.max(...moments.map((moment) => Date.parse(moment))))
}

function instructionBeforeWork(order: AdminOrder): 'cancelled' | 'shipped' | null {
  if (order.cancelledAt || order.displayFinancialStatus === 'VOIDED') return 'cancelled'
  // A refund after shipping is a return; nothing is left to stop or send.
  if (order.displayFulfillmentStatus === 'FULFILLED') return 'shipped'
  return order.displayFinancialStatus === 'REFUNDED' ? 'cancelled' : null
}

const open = new Set(['OPEN', 'IN_PROGRESS', 'ON_HOLD', 'SCHEDULED'])

type OwnWork = { ours: WorkOrder[]; why: Message | 'shipped' | null }

/**
 * The work orders that are ours to ship: open, to be sent by a carrier, at the chosen location. Shopify makes them moments after the order,
 * so an order without any is read again when they are there.
 */
function workOrdersToShip(order: AdminOrder, { locationId }: ReadingSettings): OwnWork {
  const all = order.fulfillmentOrders.nodes
  const none = (why: Message | 'shipped'): OwnWork => ({ ours: [], why })
  if (all.length === 0) return none(say('Shopify has not yet assigned a location. Lockstep checks again.'))
  const here = all.filter(({ assignedLocation: { location } }) => !locationId || location?.id === locationId)
  const ours = here.filter(({ status }) => open.has(status))
  if (ours.length > 0) {
    const carried = ours.filter(({ deliveryMethod }) => (deliveryMethod?.methodType ?? 'SHIPPING') === 'SHIPPING')
    if (carried.length > 0) return { ours: carried, why: null }
    return none(notCarried[ours[0]?.deliveryMethod?.methodType ?? ''] ?? say('Not shipped by a carrier.'))
  }
  if (here.some(({ status }) => status === 'CLOSED' || status === 'INCOMPLETE')) return none('shipped')
  return none(say('Shopify ships it from a location that Lockstep doesn’t manage.'))
}

const notCarried: Readonly<Record<string, Message>> = {
  PICK_UP: say('Picked up by the customer.'),
  PICKUP_POINT: say('Shipped to a pickup point.'),
  LOCAL: say('Delivered by the store.'),
  RETAIL: say('Sold in store.'),
  NONE: say('Nothing to ship.'),
}

const toOrderHold = (code: ChannelHold, reason: Message): OrderHold => ({ code, reason: formatMessage(reason) })

function holdOf(order: AdminOrder, ours: readonly WorkOrder[], settings: ReadingSettings): OrderHold | null {
  return holdOfPayment(order, settings) ?? holdOfRisk(order) ?? holdOfWorkOrders(ours) ?? holdOfTest(order)
}

function holdOfPayment(order: AdminOrder, { shipsAuthorized }: ReadingSettings): OrderHold | null {
  const awaiting = (reason: Message) => toOrderHold('awaiting_payment', reason)
  switch (order.displayFinancialStatus ?? '') {
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
      return null
    case 'AUTHORIZED':
      return shipsAuthorized ? null : awaiting(say('The payment is authorized but not captured yet.'))
    case 'PARTIALLY_PAID':
      return awaiting(say('The order is only partly paid.'))
    case 'EXPIRED':
      return awaiting(say('The payment authorization has expired.'))
    default:
      return isPaidOnDelivery(order.paymentGatewayNames) ? null : awaiting(say('The order is not paid yet.'))
  }
}

function holdOfRisk({ risk }: AdminOrder): OrderHold | null {
  if (risk.recommendation === 'CANCEL') {
    return toOrderHold('fraud_review', say('Shopify recommends cancelling: high risk of fraud.'))
  }
  if (risk.recommendation !== 'INVESTIGATE') return null
  return toOrderHold('fraud_review', say('Shopify recommends a review: risk of fraud.'))
}

const holdOfTest = ({ test }: AdminOrder): OrderHold | null => (test ? toOrderHold('other', say('Test order.')) : null)

/** One of an order's work orders that is kept back keeps back the order: it is sent in one go. */
function holdOfWorkOrders(workOrders: readonly WorkOrder[]): OrderHold | null {
  const onHold = workOrders.find(({ status }) => status === 'ON_HOLD')
  if (onHold) return toHold(onHold)
  const scheduled = workOrders.find(({ status }) => status === 'SCHEDULED')
  if (!scheduled) return null
  const day = scheduled.fulfillAt?.slice(0, 10)
  return toOrderHold('scheduled', day ? say('Scheduled to ship from {day}.', { day }) : say('Scheduled to ship later.'))
}

type Known = readonly [code: ChannelHold, reason: Message]

const known: Readonly<Record<string, Known>> = {
  AWAITING_PAYMENT: ['awaiting_payment', say('The store is waiting for payment.')],
  HIGH_RISK_OF_FRAUD: ['fraud_review', say('On hold at the store: high risk of fraud.')],
  INCORRECT_ADDRESS: ['address', say('On hold at the store: incorrect address.')],
  INVENTORY_OUT_OF_STOCK: ['on_hold', say('On hold at the store: out of stock.')],
  AWAITING_RETURN_ITEMS: ['on_hold', say('On hold at the store until items are returned.')],
  UNKNOWN_DELIVERY_DATE: ['on_hold', say('On hold at the store: delivery date unknown.')],
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL: ['on_hold', say('On hold at the store: the customer can still add items.')],
}

function toHold({ fulfillmentHolds: [hold] }: WorkOrder): OrderHold {
  const [code, sentence] = known[hold?.reason ?? ''] ?? (['on_hold', say('On hold at the store.')] as const)
  const notes = hold?.reasonNotes?.trim()
  const { reason } = toOrderHold(code, sentence)
  return { code, reason: (notes ? `${reason} ${notes}` : reason).slice(0, 300) }
}
