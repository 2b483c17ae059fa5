import { hasEnded } from '#contract/order-states.ts'
import type { FulfillmentStatus } from '#contract/order-words.ts'

const [shortest, longest] = [30, 4 * 3600]
/** Nobody is asked any more about a parcel that no carrier has seen for so long, unless Amazon says that it changed. */
const patience = 30 * 24 * 3600

type Followed = { status: FulfillmentStatus; changedAt: Date }

/** When to ask again: the longer nothing has changed, the later. */
export function nextCheckOf({ status, changedAt }: Followed, now: Date): Date | null {
  if (hasEnded(status)) return null
  const unchanged = (now.getTime() - changedAt.getTime()) / 1000
  if (unchanged > patience) return null
  return after(now, Math.min(Math.max(unchanged / 2, shortest), longest))
}

const longestTrouble = 15 * 60

/** When to ask again after nobody answered: doubling, since as long as it has been silent. */
export function nextTryOf(checkedAt: Date | null, retryAfterSeconds: number | undefined, now: Date): Date {
  const silent = checkedAt ? (now.getTime() - checkedAt.getTime()) / 1000 : shortest
  return after(now, Math.min(retryAfterSeconds ?? Math.max(silent, shortest), longestTrouble))
}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
