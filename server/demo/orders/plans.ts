import { dayBefore, localHours, momentAt } from '../dates.ts'
import { createRandom } from '../random.ts'
import { weekShape } from '../stock.ts'

/** The demo company's channels. */
export type DemoChannel = 'store' | 'outlet' | 'instagram'

/**
 * What an open order waits for. `planned` orders stay in Amazon's planning for a day; `partly` orders are only sent in
 * part.
 */
type OrderScenario =
  | 'to_ship'
  | 'acknowledged'
  | 'held'
  | 'unmapped'
  | 'short'
  | 'bad_address'
  | 'sent'
  | 'planned'
  | 'partly'

/** Channel, time and current state of an order; `past` orders are shipped or cancelled. */
export type OrderPlan = { number: number; channel: DemoChannel; placedAt: Date; scenario: OrderScenario | 'past' }

const orderCount = 298

/** All orders except those placed in the Meta emulator, oldest first. */
export function planOrders(now: Date): OrderPlan[] {
  const newestFirst = orderMoments(orderCount, now).toSorted((one, other) => other.getTime() - one.getTime())
  return newestFirst
    .map((placedAt, index) => ({ placedAt, ...(openPlans[index] ?? pastPlan(index)) }))
    .toReversed()
    .map((plan, number) => ({ ...plan, number }))
}

function pastPlan(index: number): Pick<OrderPlan, 'channel' | 'scenario'> {
  const chance = createRandom(`${index} is a past order`).fraction()
  return { channel: chance < 0.65 ? 'store' : chance < 0.91 ? 'outlet' : 'instagram', scenario: 'past' }
}

type OpenPlan = { channel: DemoChannel; scenario: OrderScenario }

const openPlan = (channel: DemoChannel, scenario: OrderScenario): OpenPlan => ({ channel, scenario })

/** Open orders, newest first. All older orders are past. */
const openPlans: OpenPlan[] = [
  openPlan('store', 'to_ship'),
  openPlan('store', 'to_ship'),
  openPlan('outlet', 'to_ship'),
  openPlan('store', 'unmapped'),
  openPlan('store', 'to_ship'),
  openPlan('store', 'acknowledged'),
  openPlan('outlet', 'sent'),
  openPlan('store', 'to_ship'),
  openPlan('store', 'acknowledged'),
  openPlan('store', 'sent'),
  openPlan('outlet', 'to_ship'),
  openPlan('store', 'short'),
  openPlan('outlet', 'acknowledged'),
  openPlan('store', 'sent'),
  openPlan('store', 'planned'),
  openPlan('store', 'acknowledged'),
  openPlan('outlet', 'planned'),
  openPlan('store', 'bad_address'),
  openPlan('store', 'held'),
  openPlan('outlet', 'held'),
  openPlan('store', 'partly'),
]

const days = 60

/** How much lower sales were at the start than now. */
const growth = 0.3

/** Relative sales by hour of the day. */
const hourShape = [
  0.8, 0.5, 0.3, 0.2, 0.3, 0.6, 1.6, 2.8, 4.2, 5.4, 6.3, 6.8, 7.2, 7, 6.6, 6.2, 6, 6.1, 6.6, 7, 6.4, 5, 3.4, 1.8,
]

const wholeDay = hourShape.reduce((sum, weight) => sum + weight, 0)

/** Share of a day's orders placed by that hour. */
const shareBy = (hours: number): number =>
  hourShape.reduce((sum, weight, hour) => sum + weight * Math.min(1, Math.max(0, hours - hour)), 0) / wholeDay

/** The hour by which that share of a day's orders is placed. */
function hoursUntil(share: number): number {
  let left = share * wholeDay
  for (const [hour, weight] of hourShape.entries()) {
    if (left < weight) return hour + left / weight
    left -= weight
  }
  return hourShape.length - 0.001
}

/**
 * Times of orders over sixty days, unsorted, with weekly variation and some growth. At any hour there is at least one
 * order today and two by the same hour yesterday, so that the dashboard can compare them.
 */
function orderMoments(count: number, now: Date): Date[] {
  const passed = shareBy(localHours(now))
  const demand = Array.from({ length: days }, (_, daysAgo) => demandOn(daysAgo, now))
  const perUnit = count / (demand.reduce((sum, one) => sum + one, 0) - (demand[0] ?? 0) * (1 - passed))
  const today = Math.max(1, Math.round((demand[0] ?? 0) * passed * perUnit))
  const counts = [today, ...sharedOut(count - today, demand.slice(1))]
  return counts.flatMap((ofDay, daysAgo) => {
    const random = createRandom(`the orders of ${daysAgo} days ago`)
    const byNow = daysAgo === 0 ? ofDay : Math.min(ofDay, Math.max(2, Math.round(ofDay * passed)))
    const day = dayBefore(now, daysAgo)
    return Array.from({ length: ofDay }, (_, index) => {
      const share =
        index < byNow
          ? (passed * (index + random.fraction())) / byNow
          : passed + ((1 - passed) * (index - byNow + random.fraction())) / (ofDay - byNow)
      return momentAt(day, hoursUntil(share))
    })
  })
}

function demandOn(daysAgo: number, now: Date): number {
  const ofWeekday = weekShape[dayBefore(now, daysAgo).dayOfWeek % 7] ?? 1
  const luck = 0.7 + createRandom(`luck of ${daysAgo} days ago`).fraction() * 0.6
  return ofWeekday * luck * (1 - (growth * daysAgo) / days)
}

/** Splits a count by weights into integers that add up. */
function sharedOut(count: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [before, given] = [0, 0]
  return weights.map((weight) => {
    before += weight
    const share = Math.round((count * before) / all) - given
    given += share
    return share
  })
}
