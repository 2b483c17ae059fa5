import type { NotificationAudience, NotificationType } from '#contract/notification-words.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readFacts } from '../message-facts.ts'
import { unsubscribeToken, unsubscribeUrl } from '../opt-outs/token.ts'
import { openText } from '../sealed-text.ts'
import { mailHtml } from './mail-html.ts'
import { footerOf } from './footer.ts'
import { mailText } from './mail-text.ts'
import { linksOf } from './links.ts'

/** A message as it is kept, its texts sealed. */
export type KeptMail = {
  id: string
  type: NotificationType
  audience: NotificationAudience
  isTest: boolean
  recipientHash: string | null
  subject: string | null
  message: string
  templateData: unknown
}

/** The mail as it arrives, made of the words that were kept and of nothing that has changed since. */
export function composeMail(ctx: CompanyContext, mail: KeptMail, companyName: string) {
  const { companyId, publicUrl } = ctx
  const { type, audience, isTest, recipientHash } = mail
  const canUnsubscribe = audience === 'customer' && recipientHash !== null
  const link = canUnsubscribe
    ? unsubscribeUrl(publicUrl, unsubscribeToken(ctx.vault, { companyId, recipientHash }))
    : null
  const facts = readFacts(mail.templateData)
  const subject = openText(ctx, mail.id, 'subject', mail.subject) ?? ''
  const page = {
    companyName,
    subject,
    body: openText(ctx, mail.id, 'message', mail.message) ?? '',
    facts,
    links: linksOf({ type, facts, publicUrl }),
    footer: footerOf({ audience, isTest, companyName, publicUrl, unsubscribeUrl: link }),
  }
  return { subject, text: mailText(page), html: mailHtml(page), unsubscribeUrl: link }
}
