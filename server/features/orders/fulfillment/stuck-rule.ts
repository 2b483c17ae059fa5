import { sql, type SQL } from 'drizzle-orm'
import type { FulfillmentStatus } from '#contract/order-status.ts'

/**
 * When a fulfillment counts as stuck in planning: Amazon has accepted it, has not begun to pack it, and its ship date has
 * passed. Written twice, as a function for one update and as SQL for finding stuck attempts; both read the values below.
 */
const statusesBeforePacking = ['submitted', 'received', 'planning'] as const satisfies FulfillmentStatus[]

/** Days until an accepted fulfillment without a ship date is overdue. */
const daysWithoutDate = 3

type AcceptedAttempt = { status: FulfillmentStatus; estimatedShipDate: Date | null; acceptedAt: Date }

export function isStuckInPlanning({ status, estimatedShipDate, acceptedAt }: AcceptedAttempt, now: Date): boolean {
  const shipBy = estimatedShipDate ?? new Date(acceptedAt.getTime() + daysWithoutDate * 86_400_000)
  return statusesBeforePacking.some((before) => before === status) && shipBy < now
}

/** The time by which Amazon should have shipped the attempt `f`. */
export const shipBySql = sql`coalesce(f.estimated_ship_date, f.accepted_at + make_interval(days => ${daysWithoutDate}))`

const literalStatuses = sql
  .join(
    statusesBeforePacking.map((status) => sql`${status}`),
    sql`, `,
  )
  .inlineParams()

/** `isStuckInPlanning` for the attempt `f`. */
export const isStuckInPlanningSql = (now: Date): SQL => sql`
  f.status in (${literalStatuses})
  and ${shipBySql} < ${now.toISOString()}::timestamptz`
