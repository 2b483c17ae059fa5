import { randomBytes } from 'node:crypto'
import type { StandIn } from './stand-in.ts'
import type { Text } from './world.ts'

/** Adds a text to the world; of those kept the oldest makes room. */
export function keepText({ world, keep, noteChange }: StandIn, said: Omit<Text, 'sid' | 'at'>): Text {
  const text = { sid: `SM${randomBytes(16).toString('hex')}`, at: new Date().toISOString(), ...said }
  world.texts = [...world.texts, text].slice(-keep)
  noteChange()
  return text
}
