import { choosePort, readStateFile } from '../state-file.ts'
import { createState, type SmtpState } from './world.ts'

/** What outlives a restart. */
export type SavedState = { port: number; inboxPort: number; world: SmtpState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? {
    port: choosePort(),
    inboxPort: choosePort(),
    world: createState(),
  }
