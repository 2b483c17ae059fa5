import type { Shop } from '../state.ts'

/** Takes points off the shop's bucket, which fills up with time; false when there are too few. */
export function takePoints({ bucket }: Shop, points: number, now: Date): boolean {
  fill(bucket, now)
  if (points > bucket.available) return false
  bucket.available -= points
  return true
}

/** What a call did not need after all. */
export function giveBack({ bucket }: Shop, points: number): void {
  bucket.available = Math.min(bucket.maximum, bucket.available + points)
}

export function throttleStatus({ bucket }: Shop, now: Date) {
  fill(bucket, now)
  return {
    maximumAvailable: bucket.maximum,
    currentlyAvailable: Math.floor(bucket.available),
    restoreRate: bucket.restoreRate,
  }
}

function fill(bucket: Shop['bucket'], now: Date): void {
  const seconds = Math.max(0, (now.getTime() - Date.parse(bucket.at)) / 1000)
  bucket.available = Math.min(bucket.maximum, bucket.available + seconds * bucket.restoreRate)
  bucket.at = now.toISOString()
}
