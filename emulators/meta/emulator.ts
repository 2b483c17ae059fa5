import type { Clock } from '../clock.ts'
import type { Faults } from './faults.ts'
import type { RateLimits } from './graph/rate-limits.ts'
import type { MetaState } from './state.ts'

export type Limits = 'meta' | 'off'

/** Everything that answering a request needs. */
export type MetaEmulator = {
  baseUrl: string
  /** Secret of the one application that this emulator knows. */
  appSecret: string
  state: MetaState
  clock: Clock
  faults: Faults
  limits: Limits
  rateLimits: RateLimits
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
  /** Applies what is due: orders pass checks, batches finish, webhooks are sent. */
  catchUp(): Promise<void>
}
