import { createHash } from 'node:crypto'

/** How often each message was accepted, long after the message itself is no longer kept. */
export type Tally = { accepted: number; times: Record<string, number> }

export const createTally = (): Tally => ({ accepted: 0, times: {} })

export function countAccepted(tally: Tally, message: readonly string[]): void {
  tally.accepted += 1
  tally.times[keyOf(message)] = timesAccepted(tally, message) + 1
}

export const timesAccepted = ({ times }: Tally, message: readonly string[]): number => times[keyOf(message)] ?? 0

export function summarize({ accepted, times }: Tally) {
  const counts = Object.values(times)
  return { accepted, distinct: counts.length, repeated: counts.filter((count) => count > 1).length }
}

const keyOf = (message: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 22)
