import { expect, it } from 'vitest'
import { periodOf, todayIn, type Span } from '#server/features/reports/period.ts'
import { daysBefore, minutesBefore, dayBefore, demoZone, momentAt } from '../dates.ts'
import { planOrders, type OrderPlan } from './plans.ts'

const hour = 3_600_000
/** Each hour of a day, after one of 25 hours and after one of 23. */
const starts = [Date.parse('2026-11-02T08:00:30Z'), Date.parse('2026-03-09T07:00:30Z')].flatMap((first) =>
  Array.from({ length: 24 }, (_, hours) => ({ now: new Date(first + hours * hour) })),
)

const minutesSince: Partial<Record<OrderPlan['scenario'], number>> = {
  past: 30 * 60,
  partly: 30 * 60,
  acknowledged: 10,
  held: 17,
  bad_address: 22,
}

it.each(starts)('there are orders of today to compare with yesterday at this hour: $now', ({ now }) => {
  const today = todayIn(demoZone, now)
  const { span, previous } = periodOf({ startDate: today, endDate: today }, demoZone, now)
  const plans = planOrders(now)
  const placedIn = ({ from, to }: Span) =>
    plans.filter(({ placedAt }) => placedAt >= from && placedAt < to && placedAt < now).length
  expect([placedIn(span) > 0, placedIn(previous.span) > 0]).toEqual([true, true])
  expect(new Set(plans.map(({ placedAt }) => placedAt.getTime())).size).toBe(298)
  const early = plans.filter(({ placedAt, scenario }) => placedAt >= minutesBefore(now, minutesSince[scenario] ?? 0))
  expect(early, 'there was no time for what happened to them').toEqual([])
})

it('no demo order is in the future in the hour after a skipped one', () => {
  const day = dayBefore(new Date('2026-03-08T20:00:00Z'), 0)
  expect(momentAt(day, 2.9)).toEqual(new Date('2026-03-08T09:54:00Z'))
  expect(momentAt(day, 3)).toEqual(new Date('2026-03-08T10:00:00Z'))
})

it('demo sales are higher at weekends, and a little higher now than a month ago', () => {
  const now = new Date('2026-11-16T20:00:00Z')
  const plans = planOrders(now)
  const onDays = (...weekdays: number[]) =>
    plans.filter(({ placedAt }) => weekdays.includes(dayBefore(placedAt, 0).dayOfWeek)).length
  expect(onDays(6, 7)).toBeGreaterThan(1.25 * onDays(2, 3))
  const [before, since] = [plans.filter(({ placedAt }) => placedAt < daysBefore(now, 30)).length, plans.length]
  expect((since - before) / before).toBeGreaterThan(1.08)
  expect((since - before) / before).toBeLessThan(1.45)
})
