import { randomBytes } from 'node:crypto'
import type { Faults } from '../faults.ts'
import type { SmsState, Text } from './state.ts'

/** The one account that this emulator knows, and its number. */
export type Account = { sid: string; authToken: string; number: string }

/** Everything that answering a request needs. */
export type SmsEmulator = {
  account: Account
  /** Webhook for replies; none when null. */
  answersUrl: string | null
  state: SmsState
  faults: Faults<FaultKind>
  /** Number of stored texts. */
  keep: number
  /** Schedules a save of the state after a change. */
  scheduleSave(): void
}

/** All kinds of faults that tests can inject. */
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

/** Stores a text; the oldest one over the limit is dropped. */
export function storeText({ state, keep, scheduleSave }: SmsEmulator, fields: Omit<Text, 'sid' | 'at'>): Text {
  const text = { sid: `SM${randomBytes(16).toString('hex')}`, at: new Date().toISOString(), ...fields }
  state.texts = [...state.texts, text].slice(-keep)
  scheduleSave()
  return text
}
