import { noAcceptedCounts, type AcceptedCounts } from '../tally.ts'

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

/** Everything the stand-in knows. Plain data, so that it can be kept as JSON. */
export type SmtpState = {
  /** Newest last. */
  mails: StoredMail[]
  tally: AcceptedCounts
  lastId: number
}

export const createState = (): SmtpState => ({ mails: [], tally: noAcceptedCounts(), lastId: 0 })
