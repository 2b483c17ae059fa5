import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { fulfillmentStatuses } from '#contract/order-status.ts'
import { isStuckInPlanning, isStuckInPlanningSql } from './stuck-rule.ts'

const now = new Date('2026-03-10T10:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const threeDays = 3 * 86_400

describe('an accepted fulfillment', () => {
  it.each(fulfillmentStatuses)('that is %s and past its ship date is stuck only before Amazon packs it', (status) => {
    const isBeforePacking = ['submitted', 'received', 'planning'].includes(status)
    const overdue = { status, estimatedShipDate: secondsAgo(1), acceptedAt: now }
    expect(isStuckInPlanning(overdue, now)).toBe(isBeforePacking)
  })

  it('is not stuck until its ship date has passed', () => {
    const attempt = { status: 'planning' as const, estimatedShipDate: now, acceptedAt: secondsAgo(9 * 86_400) }
    expect(isStuckInPlanning(attempt, now)).toBe(false)
  })

  it.each([
    [threeDays, false],
    [threeDays + 1, true],
  ])('without a ship date, accepted %i seconds ago, is stuck: %s', (seconds, isStuck) => {
    const attempt = { status: 'planning' as const, estimatedShipDate: null, acceptedAt: secondsAgo(seconds) }
    expect(isStuckInPlanning(attempt, now)).toBe(isStuck)
  })
})

it('the SQL of the rule compares the same statuses, days and time', () => {
  const { sql, params } = new PgDialect().sqlToQuery(isStuckInPlanningSql(now))
  expect(sql.replace(/\s+/g, ' ').trim()).toBe(
    "f.status in ('submitted', 'received', 'planning') " +
      'and coalesce(f.estimated_ship_date, f.accepted_at + make_interval(days => $1)) < $2::timestamptz',
  )
  expect(params).toEqual([3, '2026-03-10T10:00:00.000Z'])
})
