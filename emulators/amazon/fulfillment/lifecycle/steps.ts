import { secondsAfter } from '../../iso-time.ts'
import { type Step, timingsOf } from '../order.ts'
import { type Moment, publishShipment, schedule, setStatus } from './status.ts'
import {
  dropUnits,
  missingUnits,
  packShipments,
  planShipments,
  releaseLine,
  reserveLine,
  sendShipment,
} from './warehouse.ts'

const day = 24 * 60 * 60

/**
 * The state machine of an order: each step changes the order and schedules the next step. New → receive → Received →
 * plan → Planning → process → Processing → complete → Complete or CompletePartialled; it can end as Cancelled,
 * Unfulfillable or Invalid.
 */
export const steps: Record<Step, (moment: Moment) => void> = {
  receive,
  plan,
  'wait-for-stock': waitForStock,
  process,
  'ship-first': shipFirst,
  complete,
  cancel: cancelOrder,
  'end-hold': cancelOrder,
}

function receive(moment: Moment): void {
  const { order, state } = moment
  if (order.fate === 'invalid') return failOrder(moment, 'Invalid')
  for (const line of order.lines) reserveLine(moment, line)
  const policy = order.asked.fulfillmentPolicy
  if (policy === 'FillOrKill' && isShort(moment)) return failOrder(moment, 'Unfulfillable')
  if (policy === 'FillAllAvailable') dropMissingUnits(moment)
  if (policy === 'FillAllAvailable' && isEmpty(moment)) return failOrder(moment, 'Unfulfillable')
  setStatus(moment, 'Received')
  if (order.asked.fulfillmentAction === 'Hold') schedule(moment, 'end-hold', 14 * day)
  else schedule(moment, 'plan', timingsOf(state.fulfillment, order).plan)
}

function plan(moment: Moment): void {
  if (moment.order.fate === 'unfulfillable') return failOrder(moment, 'Unfulfillable')
  setStatus(moment, 'Planning')
  if (isShort(moment)) return schedule(moment, 'wait-for-stock', 60)
  planShipmentsOrWait(moment)
}

/** A FillAll order waits up to a day for missing units. */
function waitForStock(moment: Moment): void {
  for (const line of moment.order.lines) reserveLine(moment, line)
  if (!isShort(moment)) return planShipmentsOrWait(moment)
  if (moment.at < secondsAfter(moment.order.receivedAt, day)) return schedule(moment, 'wait-for-stock', 60)
  dropMissingUnits(moment)
  if (isEmpty(moment)) return failOrder(moment, 'Unfulfillable')
  planShipmentsOrWait(moment)
}

function planShipmentsOrWait(moment: Moment): void {
  planShipments(moment)
  if (moment.order.fate === 'stays-in-planning') moment.order.next = null
  else schedule(moment, 'process', timingsOf(moment.state.fulfillment, moment.order).process)
}

function process(moment: Moment): void {
  if (moment.order.shipments.length === 0) {
    // The order was advanced by the control plane while it waited for stock.
    dropMissingUnits(moment)
    planShipments(moment)
  }
  if (moment.order.fate === 'ships-partly') dropHalf(moment)
  if (isEmpty(moment)) return failOrder(moment, 'Unfulfillable')
  packShipments(moment)
  setStatus(moment, 'Processing')
  const timings = timingsOf(moment.state.fulfillment, moment.order)
  if (moment.order.shipments.length > 1) schedule(moment, 'ship-first', timings.firstShipment)
  else schedule(moment, 'complete', timings.ship)
}

function shipFirst(moment: Moment): void {
  sendPending(moment, 1)
  const timings = timingsOf(moment.state.fulfillment, moment.order)
  schedule(moment, 'complete', timings.ship - timings.firstShipment)
}

function complete(moment: Moment): void {
  sendPending(moment, Infinity)
  moment.order.next = null
  const isWhole = moment.order.lines.every(({ shipped, quantity }) => shipped === quantity)
  setStatus(moment, isWhole ? 'Complete' : 'CompletePartialled')
}

function sendPending(moment: Moment, atMost: number): void {
  const pending = moment.order.shipments.filter(({ status }) => status === 'PENDING')
  for (const shipment of pending.slice(0, atMost)) {
    sendShipment(moment, shipment)
    publishShipment(moment, shipment)
  }
}

/** Cancels the order at the seller's request. */
export function cancelOrder(moment: Moment): void {
  for (const line of moment.order.lines) {
    releaseLine(moment, line)
    line.cancelled = line.quantity - line.unfulfillable
  }
  for (const shipment of moment.order.shipments) shipment.status = 'CANCELLED_BY_SELLER'
  moment.order.next = null
  setStatus(moment, 'Cancelled')
}

/** Ends the order without shipping anything. */
export function failOrder(moment: Moment, status: 'Unfulfillable' | 'Invalid'): void {
  for (const line of moment.order.lines) {
    releaseLine(moment, line)
    line.unfulfillable = line.quantity
  }
  moment.order.shipments = []
  moment.order.next = null
  setStatus(moment, status)
}

/** Marks units that could not be reserved as unfulfillable. */
function dropMissingUnits({ order }: Moment): void {
  for (const line of order.lines) line.unfulfillable += missingUnits(line)
}

/** Half of the units, at least one, cannot be found in the warehouse. */
function dropHalf(moment: Moment): void {
  const { order } = moment
  const lost = Math.max(1, Math.floor(order.lines.reduce((sum, { reserved }) => sum + reserved, 0) / 2))
  let left = lost
  for (const line of order.lines.toReversed()) {
    const units = Math.min(line.reserved, left)
    releaseLine(moment, line, units)
    line.unfulfillable += units
    left -= units
  }
  dropUnits(order, lost)
}

const isShort = ({ order }: Moment) => order.lines.some((line) => missingUnits(line) > 0)

const isEmpty = ({ order }: Moment) => order.lines.every(({ reserved }) => reserved === 0)
