import type { Faults } from '../faults.ts'
import type { SmtpState } from './state.ts'

/** Everything that the mail server and its pages need. */
export type SmtpEmulator = {
  state: SmtpState
  faults: Faults<FaultKind>
  /** Required login; none when null. */
  login: { user: string; password: string } | null
  /** Number of stored mails. */
  keep: number
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
}

/** All kinds of faults, with the point of the SMTP session at which they strike. */
export const faultPoints = {
  busy: 'connect',
  drop: 'connect',
  'turn-away': 'connect',
  'refuse-login': 'login',
  'refuse-sender': 'sender',
  'refuse-recipient': 'recipient',
  greylist: 'recipient',
  'refuse-message': 'message',
  'try-later': 'message',
  'too-big': 'message',
  /** Neither accepts nor answers. */
  hang: 'message',
  'close-amid-data': 'data',
  'close-after-data': 'message',
  'close-after-accepting': 'message',
} as const

export type FaultKind = keyof typeof faultPoints

export type FaultPoint = (typeof faultPoints)[FaultKind]

export const faultKinds = Object.keys(faultPoints) as [FaultKind, ...FaultKind[]]
