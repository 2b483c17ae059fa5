import { choosePort, readStateFile } from '../state-file.ts'
import { createState, type MetaState } from './world.ts'

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type SavedState = { port: number; now: string; world: MetaState }

export function loadState(file: string | undefined, makeWorld: () => MetaState): SavedState {
  const kept = readStateFile(file) as SavedState | undefined
  if (!kept) return { port: choosePort(), now: new Date().toISOString(), world: makeWorld() }
  // A file of an earlier version lacks what has come since.
  return { ...kept, world: { ...createState([]), ...kept.world } }
}
