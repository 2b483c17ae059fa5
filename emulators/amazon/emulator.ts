import type { Clock } from '../clock.ts'
import type { Faults } from './faults/faults.ts'
import type { RateLimits } from './gateway/rate-limits.ts'
import type { FindRoute } from '../router.ts'
import type { Stats } from './gateway/usage-stats.ts'
import type { Operation } from './operation.ts'
import type { AmazonState } from './state.ts'

/** The one application that Amazon knows here. */
export type Application = {
  id: string
  secret: string
  appId: string
  /** Where sellers are sent back to; with none, any address counts as registered. */
  redirectUri?: string
}

export type Limits = 'amazon' | 'off'

/** Everything that answering a request may need. */
export type AmazonEmulator = {
  baseUrl: string
  client: Application
  state: AmazonState
  clock: Clock
  faults: Faults
  stats: Stats
  rateLimits: RateLimits
  limits: Limits
  findRoute: FindRoute<Operation>
  /** The state is other than it was: to be kept. */
  scheduleSave(): void
  /** Resolves when the next answer to anybody has been sent. */
  nextReply(): Promise<void>
  /** Aborted when the stand-in stops. */
  ended: AbortSignal
}
