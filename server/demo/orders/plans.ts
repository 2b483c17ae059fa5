import { daysBefore, minutesBefore } from '../moments.ts'
import { createRandom } from '../random.ts'
import { weekShape } from '../stock/sales.ts'
import type { DemoChannel } from './demo-channel.ts'
import { openPlans, type Turn } from './open-plans.ts'

/** That, where and when an order came in, and where it stands now: `past` ones have gone their way. */
export type Plan = { number: number; channel: DemoChannel; placedAt: Date; turn: Turn | 'past' }

const pastOrders = 277
const days = 60
/** How much less was sold at the beginning than now. */
const growth = 0.45
/** By now whatever came in before has left the warehouse. */
const youngestHours = 30

/** All orders of the demo company but those that its Instagram shop brings, the oldest first. */
export function planOrders(now: Date): Plan[] {
  const past = Array.from({ length: pastOrders }, (_, index) => pastPlan(index, now))
  const open = openPlans.map(({ hoursAgo, ...plan }) => ({ ...plan, placedAt: minutesBefore(now, hoursAgo * 60) }))
  return [...past, ...open]
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime())
    .map((plan, number) => ({ ...plan, number }))
}

function pastPlan(index: number, now: Date): Omit<Plan, 'number'> {
  const random = createRandom(`${index} is a past order`)
  const chance = random.fraction()
  const channel = chance < 0.62 ? 'store' : chance < 0.86 ? 'outlet' : 'instagram'
  for (;;) {
    const daysAgo = random.between(1, days - 1)
    const day = daysBefore(now, daysAgo)
    const demand = (weekShape[day.getUTCDay()] ?? 1) * (1 - (growth * daysAgo) / days)
    const isBought = random.fraction() * Math.max(...weekShape) < demand
    // From six in the morning to ten at night in Seattle, and most of them about two.
    const minutes = 13 * 60 + ((random.fraction() + random.fraction()) / 2) * 16 * 60
    const placedAt = new Date(day.setUTCHours(0, 0, 0, 0) + Math.round(minutes * 60_000) + random.between(0, 999))
    if (isBought && placedAt < minutesBefore(now, youngestHours * 60)) return { channel, placedAt, turn: 'past' }
  }
}
