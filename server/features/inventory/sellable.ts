import { sql, type SQL } from 'drizzle-orm'

export const unitsForHolds = sql`l.qty_available - greatest(s.safety_buffer, settings.safety_buffer)`

export const isCovered = sql`${unitsForHolds} >= queue.through`

/** How many of so many units lie beyond what there is, where they and those before them take `through`. */
export const unitsLacking = (units: SQL, through: SQL): SQL =>
  sql`least(greatest(${through} - (${unitsForHolds}), 0), ${units})::int`

/** What may be sold of the SKU `s`, with `level` as the name of its level and its company's `settings` beside it. */
export const sellableUnits = (level: SQL): SQL =>
  sql`greatest(${level}.qty_free - greatest(s.safety_buffer, settings.safety_buffer), 0)`
