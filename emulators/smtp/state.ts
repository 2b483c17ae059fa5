import { type AcceptedCounts, noAcceptedCounts } from '../accepted-counts.ts'
import { choosePort, readStateFile } from '../state-file.ts'

/** A mail as it came: what the servers said to each other, and the bytes between them, one per letter. */
export type StoredMail = {
  id: string
  at: string
  envelopeFrom: string
  recipients: string[]
  from: string
  subject: string
  source: string
  /** By these it counts as the same mail, whenever it comes. */
  likeness: string[]
}

/** Everything the stand-in knows. Plain data, so that it can be saved as JSON. */
export type SmtpState = {
  /** Newest last. */
  mails: StoredMail[]
  tally: AcceptedCounts
  lastId: number
}

export const createState = (): SmtpState => ({ mails: [], tally: noAcceptedCounts(), lastId: 0 })

/** What outlives a restart. */
export type SavedState = { port: number; inboxPort: number; world: SmtpState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? {
    port: choosePort(),
    inboxPort: choosePort(),
    world: createState(),
  }
