import { randomBytes } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { SmsState, Text } from './state.ts'

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
  /** The state is other than it was: to be kept. */
  scheduleSave(): void
}

/** All the ways in which the stand-in can misbehave, for tests to walk. */
export const faultKinds = [
  'throttle',
  'error-500',
  'html-502',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-login',
  'refuse-number',
  'wrong-shape',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** Adds a text to the state; of those kept the oldest makes room. */
export function storeText({ state, keep, scheduleSave }: SmsEmulator, said: Omit<Text, 'sid' | 'at'>): Text {
  const text = { sid: `SM${randomBytes(16).toString('hex')}`, at: new Date().toISOString(), ...said }
  state.texts = [...state.texts, text].slice(-keep)
  scheduleSave()
  return text
}
