import type { Moment } from './moment.ts'
import { setStatus } from './status.ts'
import { missingUnits, releaseLine } from './warehouse.ts'

/** The seller doesn't want it any more. */
export function cancelOrder(moment: Moment): void {
  for (const line of moment.order.lines) {
    releaseLine(moment, line)
    line.cancelled = line.quantity - line.unfulfillable
  }
  for (const shipment of moment.order.shipments) shipment.status = 'CANCELLED_BY_SELLER'
  moment.order.next = null
  setStatus(moment, 'Cancelled')
}

/** Amazon can't or won't send any of it. */
export function failOrder(moment: Moment, status: 'Unfulfillable' | 'Invalid'): void {
  for (const line of moment.order.lines) {
    releaseLine(moment, line)
    line.unfulfillable = line.quantity
  }
  moment.order.shipments = []
  moment.order.next = null
  setStatus(moment, status)
}

/** What couldn't be put aside will not be sent. */
export function dropMissingUnits({ order }: Moment): void {
  for (const line of order.lines) line.unfulfillable += missingUnits(line)
}
