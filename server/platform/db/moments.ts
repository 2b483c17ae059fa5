/** Moments come from `tx.execute` as PostgreSQL writes them; on the wire they are ISO 8601 in UTC. */
export const iso = (moment: string): string => new Date(moment).toISOString()
export const isoOrNull = (moment: string | null): string | null => moment && iso(moment)
