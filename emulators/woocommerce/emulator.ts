import type { Clock } from '../clock.ts'
import type { Faults } from './faults.ts'
import type { Shop, WooState } from './state.ts'

/** Everything that answering a request needs. */
export type WooEmulator = {
  baseUrl: string
  state: WooState
  clock: Clock
  faults: Faults
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
  /** Sends the webhooks that are due. */
  catchUp(): Promise<void>
}

/** One shop of the emulator, and the time of a call. */
export type ShopCall = { emulator: WooEmulator; shop: Shop; now: Date }

export const siteOf = ({ baseUrl }: Pick<WooEmulator, 'baseUrl'>, { slug }: Pick<Shop, 'slug'>): string =>
  `${baseUrl}/${slug}`

/** WooCommerce keeps whole seconds. */
export const isoSecond = (moment: Date): string => moment.toISOString().slice(0, 19)
