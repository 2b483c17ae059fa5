import { choosePort, readStateFile } from '../state-file.ts'
import { createWorld, type World } from './world.ts'

/** What outlives a restart. */
export type KeptState = { port: number; inboxPort: number; world: World }

export const loadState = (file: string | undefined): KeptState =>
  (readStateFile(file) as KeptState | undefined) ?? {
    port: choosePort(),
    inboxPort: choosePort(),
    world: createWorld(),
  }
