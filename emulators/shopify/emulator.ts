import type { Clock } from '../clock.ts'
import type { Faults } from '../faults.ts'
import type { FaultKind } from './faults.ts'
import type { Shop, ShopifyState, Version } from './state.ts'

export type Limits = 'shopify' | 'off'

/** Everything that answering a request needs. */
export type ShopifyEmulator = {
  baseUrl: string
  state: ShopifyState
  clock: Clock
  faults: Faults<FaultKind>
  limits: Limits
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
  /** Applies what is due: orders are routed, cancellations finish, webhooks are sent. */
  catchUp(): Promise<void>
}

/** A write of the app to a store. */
export type MutationCall = { emulator: ShopifyEmulator; shop: Shop; version: Version; now: Date }
