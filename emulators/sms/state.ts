import { type AcceptedCounts, noAcceptedCounts } from '../accepted-counts.ts'
import { choosePort, readStateFile } from '../state-file.ts'

/** A text, sent to somebody or answered by them. */
export type Text = {
  sid: string
  direction: 'outbound-api' | 'inbound'
  from: string
  to: string
  body: string
  at: string
  /** For an answer: what the application said to it, null when it could not be reached. */
  taken?: number | null
}

/** Everything the stand-in knows. Plain data, so that it can be saved as JSON. */
export type SmsState = {
  /** Newest last. */
  texts: Text[]
  tally: AcceptedCounts
  /** Numbers that said STOP. */
  optedOut: string[]
}

export const createState = (): SmsState => ({ texts: [], tally: noAcceptedCounts(), optedOut: [] })

/** What outlives a restart. */
export type SavedState = { port: number; world: SmsState }

export const loadState = (file: string | undefined): SavedState =>
  (readStateFile(file) as SavedState | undefined) ?? { port: choosePort(), world: createState() }
