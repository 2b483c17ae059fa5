import type { RateLimiter } from '#server/ports/rate-limiter.ts'
import type { SharedCache } from '#server/ports/shared-cache.ts'
import type { Timing } from './timing.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type AmazonSettings = {
  clientId: string
  clientSecret: string
  /** The application at Amazon that sellers give their consent to; not the client id. */
  appId: string
  /** Where Amazon sends the browser back to. */
  redirectUrl: string
  /** Each leads somewhere else than to Amazon when given. */
  spApiUrl?: string | undefined
  lwaUrl?: string | undefined
  sellerCentralUrl?: string | undefined
  /** Our own version, for Amazon's logs. */
  version: string
  fetch: Fetch
  timing: Timing
  /** Where several processes keep to Amazon's rates together; each by itself when absent. */
  rateLimiter?: RateLimiter | undefined
  /** Where a process leaves its tokens to the others; each gets its own when absent. */
  sharedCache?: SharedCache | undefined
  /** A number from 0 to 1, so that callers who were turned away together don't come back together. */
  chance(): number
  log: AmazonLog
  /** Refusals that are not in our catalogue are counted, so that somebody explains them. */
  countUnknown(refusal: { operation: string; status: number; code: string }): void
}

export type AmazonLog = {
  debug(fields: CallRecord, message: string): void
  warn(fields: CallRecord, message: string): void
}

/** What is written down of a call. Never a token, a secret, a code or a body. */
export type CallRecord = {
  operation: string
  accountId: string | null
  status: number | null
  requestId: string | null
  attempt: number
  /** Milliseconds before it was sent, and until it was answered. */
  waited: number
  took: number
  code?: string
  /** Milliseconds until the next try; absent when there is none. */
  pause?: number
}
