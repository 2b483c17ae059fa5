export type SmtpSettings = {
  /** Server, user and password; `smtps` is TLS from the first byte on. */
  url: string
  /** From whom mail comes, as in a header: an address, or a name with one in <>. */
  from: string
  /** Milliseconds of silence after which an answer is no longer waited for. */
  silenceLimit?: number
}
