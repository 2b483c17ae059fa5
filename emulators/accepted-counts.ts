import { createHash } from 'node:crypto'

/** Counts how often each message was accepted. It outlives the messages, of which only the newest are stored. */
export type AcceptedCounts = { accepted: number; times: Record<string, number> }

export const noAcceptedCounts = (): AcceptedCounts => ({ accepted: 0, times: {} })

export function countAccepted(counts: AcceptedCounts, message: readonly string[]): void {
  counts.accepted += 1
  counts.times[keyOf(message)] = timesAccepted(counts, message) + 1
}

export const timesAccepted = ({ times }: AcceptedCounts, message: readonly string[]): number =>
  times[keyOf(message)] ?? 0

export function summarize({ accepted, times }: AcceptedCounts) {
  const counts = Object.values(times)
  return { accepted, distinct: counts.length, repeated: counts.filter((count) => count > 1).length }
}

const keyOf = (message: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 22)
