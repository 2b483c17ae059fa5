import type { Clock } from '../clock.ts'
import type { Faults } from './faults/faults.ts'
import type { RateLimits } from './gateway/rate-limits.ts'
import type { FindRoute } from '../router.ts'
import type { Stats } from './gateway/usage-stats.ts'
import type { Operation } from './operation.ts'
import type { AmazonState } from './state.ts'

/** The one application that this emulator knows. */
export type Application = {
  id: string
  secret: string
  appId: string
  /** OAuth redirect URI; when absent, any is accepted. */
  redirectUri?: string
}

export type Limits = 'amazon' | 'off'

/** Everything that answering a request needs. */
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
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
  /** Resolves when the next reply to any request has been sent. */
  nextReply(): Promise<void>
  /** Aborted when the emulator stops. */
  ended: AbortSignal
}
