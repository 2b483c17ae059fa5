/** A text to one number, with its country code. `isToOwnPeople` as in `Mail`. */
export type Sms = { to: string; text: string; isToOwnPeople?: boolean }

/** A reply to one of our texts; `stop` and `start` are the standard opt-out keywords of carriers. */
export type SmsAnswer = { from: string; keyword: 'stop' | 'start' | 'other' }

/** The rejection code for a number that has opted out. */
export const numberOptedOut = 'opted_out'

/**
 * Throws `Unavailable` while the service can't be reached or asks to wait (`mayHaveHappened` when the text was handed over and
 * no answer came), `Rejected` when it refuses this text for good, with the code `opted_out` where its recipient said STOP.
 */
export type SmsService = {
  /** The number that texts come from. */
  readonly from: string
  send(sms: Sms): Promise<{ externalId: string }>
  /** The id of this text at the service if it was sent since then, else null. Resolves an ambiguous send. */
  findSent(sms: Sms, since: Date): Promise<string | null>
  /** Parses a reply webhook; null when its signature is invalid. `url` is the URL that was called. */
  readAnswer(call: {
    url: string
    signature: string | undefined
    form: Readonly<Record<string, string>>
  }): SmsAnswer | null
}
