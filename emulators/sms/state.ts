import { type AcceptedCounts, noAcceptedCounts } from '../accepted-counts.ts'
import { choosePort, readStateFile } from '../state-file.ts'

/** A text, sent by the product or received as a reply. */
export type Text = {
  sid: string
  direction: 'outbound-api' | 'inbound'
  from: string
  to: string
  body: string
  at: string
  /** For a reply: the HTTP status of the product's webhook, null when it could not be reached. */
  taken?: number | null
}

/** The state of the emulator. Plain data, saved as JSON. */
export type SmsState = {
  /** Newest last. */
  texts: Text[]
  tally: AcceptedCounts
  /** Numbers that replied STOP. */
  optedOut: string[]
}

export const createState = (): SmsState => ({ texts: [], tally: noAcceptedCounts(), optedOut: [] })

/** The state file. The key `world` is part of its format. */
export type SavedState = { port: number; world: SmsState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? { port: choosePort(), world: createState() }
