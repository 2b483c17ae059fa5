/** A mail to one person. */
export type Mail = {
  /** Null: as the provider of the product has set it up. */
  sender: { name: string | null; address: string | null }
  replyTo: string | null
  to: string
  subject: string
  text: string
  html: string
  /** Where one request ends such mails, for mail programs that offer it beside the sender; null where it does not fit. */
  unsubscribeUrl: string | null
}

/**
 * Throws `Unavailable` while the service can't be reached or asks to wait (`mayHaveHappened` when the mail was handed over and
 * no answer came), `Rejected` when it refuses this mail for good.
 */
export type MailService = {
  /** From whom mail comes unless somebody else is named. */
  readonly from: string
  send(mail: Mail): Promise<{ externalId: string | null }>
}
