import { createTally, type Tally } from '../tally.ts'

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

/** Everything the stand-in knows. Plain data, so that it can be kept as JSON. */
export type World = {
  /** Newest last. */
  texts: Text[]
  tally: Tally
  /** Numbers that said STOP. */
  optedOut: string[]
}

export const createWorld = (): World => ({ texts: [], tally: createTally(), optedOut: [] })
