/** A text to one number, with its country code. */
export type Sms = { to: string; text: string }

/** What somebody answered; `stop` and `start` are the words that carriers agree on. */
export type SmsAnswer = { from: string; wish: 'stop' | 'start' | 'other' }

/** A refusal by the service that means: this number wants no more messages. */
export const numberOptedOut = 'opted_out'

/**
 * Throws `Unavailable` while the service can't be reached or asks to wait (`mayHaveHappened` when the text was handed over and
 * no answer came), `Rejected` when it refuses this text for good, with the code `opted_out` where its recipient said STOP.
 */
export type SmsService = {
  /** The number that texts come from. */
  readonly from: string
  send(sms: Sms): Promise<{ externalId: string }>
  /** Whether the service knows of this text, sent since then: its id there, or null. */
  findSent(sms: Sms, since: Date): Promise<string | null>
  /** What the service passes on of an answer; null when the call is not signed by it. `url` is the address as it was called. */
  readAnswer(call: {
    url: string
    signature: string | undefined
    form: Readonly<Record<string, string>>
  }): SmsAnswer | null
}
