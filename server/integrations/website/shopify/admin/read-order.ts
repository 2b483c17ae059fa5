import type { ChannelHold } from '#contract/channel-values.ts'
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
  const nothing = (why: string): FetchedOrder => ({
    kind: 'nothing',
    eventType: null,
    why,
    externalOrderId: order.legacyResourceId,
  })
  if (!order.requiresShipping) return nothing('Nothing in it needs shipping.')
  const { ours, why } = workOrdersToShip(order, settings)
  if (why) return why === 'shipped' ? { kind: 'shipped', ...about } : nothing(why)
  const hold = holdOf(order, ours, settings)
  const platformOrder = toPlatformOrder(order, ours)
  const instruction = instructionForLines(platformOrder)
  if (instruction.kind === 'leave') return nothing(instruction.why)
  if (instruction.kind === 'stop') return { kind: 'cancelled', ...about }
  if (instruction.kind === 'shipped') return { kind: 'shipped', ...about }
  if (!platformOrder.shipping_address?.address1) return { kind: 'held', ...about, hold: noAddress }
  const eventType = 'order.updated'
  const data = parseShape(OrderData, { ...toOrderData(platformOrder), hold }, { ...about, eventType })
  return { kind: 'order', event: { eventType, eventAt: about.eventAt, order: data } }
}

const noAddress: OrderHold = {
  code: 'address',
  reason:
    'Shopify does not show Lockstep the shipping address. Allow the app to read protected customer data, or add the address in Shopify.',
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

type OwnWork = { ours: WorkOrder[]; why: string | null }

/**
 * The work orders that are ours to ship: open, to be sent by a carrier, at the chosen location. Shopify makes them moments after the order,
 * so an order without any is read again when they are there.
 */
function workOrdersToShip(order: AdminOrder, { locationId }: ReadingSettings): OwnWork {
  const all = order.fulfillmentOrders.nodes
  const none = (why: string): OwnWork => ({ ours: [], why })
  if (all.length === 0) return none('Shopify has not yet decided from where it ships. It is read again then.')
  const here = all.filter(({ assignedLocation: { location } }) => !locationId || location?.id === locationId)
  const ours = here.filter(({ status }) => open.has(status))
  if (ours.length > 0) {
    const carried = ours.filter(({ deliveryMethod }) => (deliveryMethod?.methodType ?? 'SHIPPING') === 'SHIPPING')
    if (carried.length > 0) return { ours: carried, why: null }
    return none(notCarried[ours[0]?.deliveryMethod?.methodType ?? ''] ?? 'It is not sent by a carrier.')
  }
  if (here.some(({ status }) => status === 'CLOSED' || status === 'INCOMPLETE')) return none('shipped')
  return none('Shopify ships it from another location than the one that Lockstep looks after.')
}

const notCarried: Readonly<Record<string, string>> = {
  PICK_UP: 'The customer picks it up.',
  PICKUP_POINT: 'It goes to a pickup point.',
  LOCAL: 'The store delivers it itself.',
  RETAIL: 'It was sold over the counter.',
  NONE: 'Nothing in it needs shipping.',
}

function holdOf(order: AdminOrder, ours: readonly WorkOrder[], settings: ReadingSettings): OrderHold | null {
  return holdOfPayment(order, settings) ?? holdOfRisk(order) ?? holdOfWorkOrders(ours) ?? holdOfTest(order)
}

function holdOfPayment(order: AdminOrder, { shipsAuthorized }: ReadingSettings): OrderHold | null {
  const awaiting = (reason: string): OrderHold => ({ code: 'awaiting_payment', reason })
  switch (order.displayFinancialStatus ?? '') {
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
      return null
    case 'AUTHORIZED':
      return shipsAuthorized ? null : awaiting('The payment is authorized and not captured yet.')
    case 'PARTIALLY_PAID':
      return awaiting('The order is paid in part only.')
    case 'EXPIRED':
      return awaiting('The authorization of the payment has expired.')
    default:
      return isPaidOnDelivery(order.paymentGatewayNames) ? null : awaiting('The order is not paid yet.')
  }
}

function holdOfRisk({ risk }: AdminOrder): OrderHold | null {
  if (risk.recommendation === 'CANCEL') {
    return { code: 'fraud_review', reason: 'Shopify recommends canceling it: the risk of fraud is high.' }
  }
  if (risk.recommendation !== 'INVESTIGATE') return null
  return { code: 'fraud_review', reason: 'Shopify recommends looking at it first: there is a risk of fraud.' }
}

const holdOfTest = ({ test }: AdminOrder): OrderHold | null =>
  test ? { code: 'other', reason: 'It is a test order.' } : null

/** One of an order's work orders that is kept back keeps back the order: it is sent in one go. */
function holdOfWorkOrders(workOrders: readonly WorkOrder[]): OrderHold | null {
  const onHold = workOrders.find(({ status }) => status === 'ON_HOLD')
  if (onHold) return toHold(onHold)
  const scheduled = workOrders.find(({ status }) => status === 'SCHEDULED')
  if (!scheduled) return null
  const day = scheduled.fulfillAt?.slice(0, 10)
  return { code: 'scheduled', reason: day ? `It is to be shipped from ${day} on.` : 'It is to be shipped later.' }
}

type Known = readonly [code: ChannelHold, reason: string]

const known: Readonly<Record<string, Known>> = {
  AWAITING_PAYMENT: ['awaiting_payment', 'The store waits for the payment.'],
  HIGH_RISK_OF_FRAUD: ['fraud_review', 'The store holds it: the risk of fraud is high.'],
  INCORRECT_ADDRESS: ['address', 'The store holds it: the address is not right.'],
  INVENTORY_OUT_OF_STOCK: ['on_hold', 'The store holds it: something is out of stock.'],
  AWAITING_RETURN_ITEMS: ['on_hold', 'The store holds it until items are returned.'],
  UNKNOWN_DELIVERY_DATE: ['on_hold', 'The store holds it: the delivery date is not known.'],
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL: ['on_hold', 'The store is still offering the customer something to add.'],
}

function toHold({ fulfillmentHolds: [hold] }: WorkOrder): OrderHold {
  const [code, sentence] = known[hold?.reason ?? ''] ?? (['on_hold', 'The store holds it.'] as const)
  const notes = hold?.reasonNotes?.trim()
  return { code, reason: (notes ? `${sentence} ${notes}` : sentence).slice(0, 300) }
}
