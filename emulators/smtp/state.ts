import { type AcceptedCounts, noAcceptedCounts } from '../accepted-counts.ts'
import { choosePort, readStateFile } from '../state-file.ts'

/** A received mail: envelope and source, one byte per character. */
export type StoredMail = {
  id: string
  at: string
  envelopeFrom: string
  recipients: string[]
  from: string
  subject: string
  source: string
  /** Recipients, subject and text: mails with the same values count as the same. */
  likeness: string[]
}

/** The state of the emulator. Plain data, saved as JSON. */
export type SmtpState = {
  /** Newest last. */
  mails: StoredMail[]
  tally: AcceptedCounts
  lastId: number
}

export const createState = (): SmtpState => ({ mails: [], tally: noAcceptedCounts(), lastId: 0 })

/** The state file. The key `world` is part of its format. */
export type SavedState = { port: number; inboxPort: number; world: SmtpState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? {
    port: choosePort(),
    inboxPort: choosePort(),
    world: createState(),
  }
