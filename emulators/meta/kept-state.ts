import { choosePort, readStateFile } from '../state-file.ts'
import { createWorld, type World } from './world.ts'

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type KeptState = { port: number; now: string; world: World }

export function loadState(file: string | undefined, makeWorld: () => World): KeptState {
  const kept = readStateFile(file) as KeptState | undefined
  if (!kept) return { port: choosePort(), now: new Date().toISOString(), world: makeWorld() }
  // A file of an earlier version lacks what has come since.
  return { ...kept, world: { ...createWorld([]), ...kept.world } }
}
