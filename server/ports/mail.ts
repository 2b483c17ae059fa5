/** With a `contentId` the mail's HTML shows it as a picture, by `cid:`. */
export type Attachment = { fileName: string; contentType: string; content: Buffer; contentId?: string }

/**
 * A sender address that the company has proven to be its own. Only `toConfirmedAddress` makes one, from what the
 * database says, so that no caller can send from an address that somebody merely typed.
 */
export type ConfirmedAddress = string & { readonly isConfirmed: unique symbol }

/** A mail to one person, or to several who see each other's addresses. */
export type Mail = {
  /** It goes to the company's own people. What does not say so counts as a customer's, and is not sent in observe mode. */
  isToOwnPeople?: boolean
  /** Null values use the default sender of the installation. */
  sender: { name: string | null; address: ConfirmedAddress | null }
  replyTo: string | null
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** One-click unsubscribe (RFC 8058); null for mails without it. */
  unsubscribeUrl: string | null
  attachments?: readonly Attachment[]
}

/** A recipient whom the server rejected, with its reply codes, such as `550 5.1.1`. */
export type RejectedRecipient = { address: string; answer: string }

/**
 * Throws `Unavailable` while the service can't be reached or asks to wait (`mayHaveHappened` when the mail was handed over and
 * no answer came), `Rejected` when it refuses this mail for good. Nobody has got it then; with an
 * answer, all have but those who are named in it.
 */
export type MailService = {
  /** The default sender. */
  readonly from: string
  send(mail: Mail): Promise<{ externalId: string | null; refused: readonly RejectedRecipient[] }>
}
