import type { Faults } from '../faults.ts'
import type { FaultKind } from './faults.ts'
import type { SmtpState } from './world.ts'

/** Everything that answering may need. */
export type SmtpEmulator = {
  state: SmtpState
  faults: Faults<FaultKind>
  /** Who may send; everybody on this machine when null. */
  login: { user: string; password: string } | null
  /** How many mails are kept. */
  keep: number
  /** The world is other than it was: to be kept. */
  scheduleSave(): void
}
