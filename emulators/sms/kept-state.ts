import { choosePort, readStateFile } from '../state-file.ts'
import { createState, type SmsState } from './world.ts'

/** What outlives a restart. */
export type SavedState = { port: number; world: SmsState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? { port: choosePort(), world: createState() }
