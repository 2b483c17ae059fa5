import { orderTransitions, type OrderStatus } from '#contract/order-status.ts'
import type { FulfillmentProgress } from './stand.ts'

type OrderSituation = {
  status: OrderStatus
  /** Whether units are still to be sent, that nobody has given up. */
  isPartial: boolean
  /** Whether it is to be cancelled once nothing of it can ship any more. */
  isUnwanted: boolean
}

/** Where an order belongs, given what its attempts have come to. A cancelled one stays so. */
export function targetStatus(
  { status, isPartial, isUnwanted }: OrderSituation,
  progress: FulfillmentProgress,
): OrderStatus {
  if (status === 'cancelled') return status
  if (progress.hasLeft) return progress.hasArrived && !isPartial ? 'delivered' : 'shipped'
  if (progress.isAccepted) return 'sent_to_fulfillment'
  if (isUnwanted && !progress.isLive && orderTransitions[status].includes('cancelled')) return 'cancelled'
  return status === 'sent_to_fulfillment' ? 'placed' : status
}

const statusOrder: readonly OrderStatus[] = ['placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered']

/** One step at a time: forward over each that lies between, else straight; no step where it is there, or further, already. */
export function transitionsTo(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  if (to === 'cancelled') return from === to ? [] : [to]
  if (to === 'placed') return from === 'sent_to_fulfillment' ? [to] : []
  const [here, there] = [statusOrder.indexOf(from), statusOrder.indexOf(to)]
  return statusOrder.slice(Math.max(here + 1, statusOrder.indexOf('sent_to_fulfillment')), there + 1)
}
