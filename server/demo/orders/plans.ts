import { createRandom } from '../random.ts'
import type { DemoChannel } from './demo-channel.ts'
import { openPlans, type OrderScenario } from './open-plans.ts'
import { orderMoments } from './rhythm.ts'

/** That, where and when an order came in, and where it stands now: `past` ones have gone their way. */
export type OrderPlan = { number: number; channel: DemoChannel; placedAt: Date; turn: OrderScenario | 'past' }

const orderCount = 298

/** All orders of the demo company but those that its Instagram shop brings, the oldest first. */
export function planOrders(now: Date): OrderPlan[] {
  const newestFirst = orderMoments(orderCount, now).toSorted((one, other) => other.getTime() - one.getTime())
  return newestFirst
    .map((placedAt, index) => ({ placedAt, ...(openPlans[index] ?? pastPlan(index)) }))
    .toReversed()
    .map((plan, number) => ({ ...plan, number }))
}

function pastPlan(index: number): Pick<OrderPlan, 'channel' | 'turn'> {
  const chance = createRandom(`${index} is a past order`).fraction()
  return { channel: chance < 0.65 ? 'store' : chance < 0.91 ? 'outlet' : 'instagram', turn: 'past' }
}
