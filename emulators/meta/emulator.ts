import type { Clock } from '../clock.ts'
import type { Faults } from './faults.ts'
import type { RateLimits } from './graph/rate-limits.ts'
import type { MetaState } from './state.ts'

export type Limits = 'meta' | 'off'

/** Everything that answering a request may need. */
export type MetaEmulator = {
  baseUrl: string
  /** The secret of the one application that Meta knows here. */
  appSecret: string
  state: MetaState
  clock: Clock
  faults: Faults
  limits: Limits
  rateLimits: RateLimits
  /** The state is other than it was: to be kept. */
  scheduleSave(): void
  /** Lets time do its work: orders move on, batches end, webhooks that are due go out. */
  catchUp(): Promise<void>
}
