import { randomBytes } from 'node:crypto'
import type { SmsEmulator } from './stand-in.ts'
import type { Text } from './world.ts'

/** Adds a text to the world; of those kept the oldest makes room. */
export function storeText({ state, keep, scheduleSave }: SmsEmulator, said: Omit<Text, 'sid' | 'at'>): Text {
  const text = { sid: `SM${randomBytes(16).toString('hex')}`, at: new Date().toISOString(), ...said }
  state.texts = [...state.texts, text].slice(-keep)
  scheduleSave()
  return text
}
