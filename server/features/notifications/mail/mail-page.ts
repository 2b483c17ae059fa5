import type { MessageFacts } from '../message-facts.ts'

export type MailLink = { label: string; url: string }

/** What a mail says, whatever it is shown with. */
export type MailPage = {
  companyName: string
  subject: string
  /** Plain text, an empty line between paragraphs. */
  body: string
  facts: MessageFacts | null
  links: readonly MailLink[]
  footer: { why: string; link: MailLink | null }
}
