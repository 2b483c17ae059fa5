import type { Clock } from '../../clock.ts'
import type { Operation } from '../operation.ts'

export type RateLimits = {
  /** Takes one call from the bucket; false when it is empty. */
  take(sellerId: string, operation: Pick<Operation, 'name' | 'rate' | 'burst'>): boolean
}

type Bucket = { tokens: number; filledAt: number }

/** Token buckets per seller and operation, as Amazon has them. */
export function createRateLimits(clock: Clock): RateLimits {
  const buckets = new Map<string, Bucket>()
  return {
    take(sellerId, { name, rate, burst }) {
      const key = `${sellerId} ${name}`
      const now = clock.time()
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now }
      const tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate)
      const isLeft = tokens >= 1
      buckets.set(key, { tokens: isLeft ? tokens - 1 : tokens, filledAt: now })
      return isLeft
    },
  }
}
