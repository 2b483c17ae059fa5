import type { Faults } from '../faults.ts'
import type { FaultKind } from './faults.ts'
import type { SmsState } from './world.ts'

/** The one account that is known here, and the number that is its own. */
export type Account = { sid: string; authToken: string; number: string }

/** Everything that answering a request may need. */
export type SmsEmulator = {
  account: Account
  /** Where answers are passed on; nowhere when null. */
  answersUrl: string | null
  state: SmsState
  faults: Faults<FaultKind>
  /** How many texts are kept. */
  keep: number
  /** The world is other than it was: to be kept. */
  scheduleSave(): void
}
