export type Attachment = { fileName: string; contentType: string; content: Buffer }

/** A mail to one person, or to several who see each other's addresses. */
export type Mail = {
  /** Null: as the provider of the product has set it up. */
  sender: { name: string | null; address: string | null }
  replyTo: string | null
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** Where one request ends such mails, for mail programs that offer it beside the sender; null where it does not fit. */
  unsubscribeUrl: string | null
  attachments?: readonly Attachment[]
}

/** One of several whom the mail was not taken for, with the numbers of the answer: `550 5.1.1`. */
export type RejectedRecipient = { address: string; answer: string }

/**
 * Throws `Unavailable` while the service can't be reached or asks to wait (`mayHaveHappened` when the mail was handed over and
 * no answer came), `Rejected` when it refuses this mail for good. Nobody has got it then; with an
 * answer, all have but those who are named in it.
 */
export type MailService = {
  /** From whom mail comes unless somebody else is named. */
  readonly from: string
  send(mail: Mail): Promise<{ externalId: string | null; refused: readonly RejectedRecipient[] }>
}
