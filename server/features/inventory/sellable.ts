import { sql, type SQL } from 'drizzle-orm'

/*
 * sellable = max(available − buffer, 0)
 *
 * `available` is the last count less the units held for orders (the generated column `stock_levels.qty_free`). `buffer` is the
 * largest of the SKU's safety buffer, the company's and, on a channel, the channel's. This file is the only place with the
 * formula: as a function for values in memory, and as SQL fragments for statements in which `s` is the SKU and `settings` its
 * company's settings.
 */

/** The formula for values in memory; `buffers` are the SKU's, the company's and, on a channel, the channel's. */
export function sellableOf(available: number, buffers: readonly number[]): { buffer: number; sellable: number } {
  const buffer = Math.max(...buffers, 0)
  return { buffer, sellable: Math.max(available - buffer, 0) }
}

/** The formula as SQL. `level` names the stock level's alias; `channelBuffer` is given where a channel sells the SKU. */
export const sellableUnits = (level: SQL, channelBuffer?: number): SQL =>
  sql`greatest(${level}.qty_free - ${largestBuffer(channelBuffer)}, 0)`

const largestBuffer = (channelBuffer?: number): SQL =>
  channelBuffer === undefined
    ? sql`greatest(s.safety_buffer, settings.safety_buffer)`
    : sql`greatest(s.safety_buffer, settings.safety_buffer, ${channelBuffer}::int)`

/**
 * Counted units less the buffer, which the queue of holds shares out; negative when the buffer is larger than the count. Held
 * units are not subtracted, since each hold in the queue is compared with it (see `isCovered`).
 */
export const unitsForHolds: SQL = sql`l.qty_available - ${largestBuffer()}`

/** Whether there are units for a hold of `queue`: `through` is how many units it and the holds before it take. */
export const isCovered: SQL = sql`${unitsForHolds} >= queue.through`

/** How many of a hold's `units` are missing, where it and the holds before it take `through` units. */
export const unitsLacking = (units: SQL, through: SQL): SQL =>
  sql`least(greatest(${through} - (${unitsForHolds}), 0), ${units})::int`
