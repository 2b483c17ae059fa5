import type { RateLimiter, SharedCache } from '#server/ports/shared-state.ts'
import type { Timing } from './timing.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type AmazonSettings = {
  clientId: string
  clientSecret: string
  /** Id of the application in Seller Central that sellers give their consent to; not the OAuth client id. */
  appId: string
  /** OAuth redirect URL. */
  redirectUrl: string
  /** Replace Amazon's own hosts, for example by the emulator. */
  spApiUrl?: string | undefined
  lwaUrl?: string | undefined
  sellerCentralUrl?: string | undefined
  /** Our version, sent in the User-Agent. */
  version: string
  fetch: Fetch
  timing: Timing
  /** Shared rate limiter of all processes; without it each process limits itself. */
  rateLimiter?: RateLimiter | undefined
  /** Shared cache for access tokens; without it each process requests its own. */
  sharedCache?: SharedCache | undefined
  /** Random number from 0 to 1 for jitter, so that throttled callers do not return at the same moment. */
  chance(): number
  log: AmazonLog
  /** Counts refusals that are not in the catalogue, so that somebody adds them. */
  countUnknown(refusal: { operation: string; status: number; code: string }): void
}

export type AmazonLog = {
  debug(fields: CallRecord, message: string): void
  warn(fields: CallRecord, message: string): void
}

/** The log fields of one attempt. Never a token, a secret, a code or a body. */
export type CallRecord = {
  operation: string
  accountId: string | null
  status: number | null
  requestId: string | null
  attempt: number
  /** Milliseconds before it was sent, and from sending to the answer. */
  waited: number
  took: number
  code?: string
  /** Milliseconds until the next attempt; absent when there is none. */
  pause?: number
}
