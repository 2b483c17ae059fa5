import { markMoving } from './catch-up.ts'
import type { Moment } from './moment.ts'
import { schedule } from './status.ts'
import { timingsOf } from './timings-of.ts'

/** An order that was left in planning goes on; any other goes its way. */
export function resumeOrder(moment: Moment): void {
  const { world, seller, order } = moment
  if (order.status !== 'Planning' || order.next !== null) return
  schedule(moment, 'process', timingsOf(world.fulfillment, order).process)
  markMoving(seller, order)
}
