import { createTally, type Tally } from '../tally.ts'

/** A mail as it came: what the servers said to each other, and the bytes between them, one per letter. */
export type KeptMail = {
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

/** Everything the stand-in knows. Plain data, so that it can be kept as JSON. */
export type World = {
  /** Newest last. */
  mails: KeptMail[]
  tally: Tally
  lastId: number
}

export const createWorld = (): World => ({ mails: [], tally: createTally(), lastId: 0 })
