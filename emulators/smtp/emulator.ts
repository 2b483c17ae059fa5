import type { Faults } from '../faults.ts'
import type { SmtpState } from './state.ts'

/** Everything that answering may need. */
export type SmtpEmulator = {
  state: SmtpState
  faults: Faults<FaultKind>
  /** Who may send; everybody on this machine when null. */
  login: { user: string; password: string } | null
  /** How many mails are kept. */
  keep: number
  /** The state is other than it was: to be kept. */
  scheduleSave(): void
}

/** All the ways in which the stand-in can misbehave, each at its point of the conversation. */
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
  /** Takes nothing and never says so. */
  hang: 'message',
  'close-amid-data': 'data',
  'close-after-data': 'message',
  'close-after-accepting': 'message',
} as const

export type FaultKind = keyof typeof faultPoints

export type FaultPoint = (typeof faultPoints)[FaultKind]

export const faultKinds = Object.keys(faultPoints) as [FaultKind, ...FaultKind[]]
