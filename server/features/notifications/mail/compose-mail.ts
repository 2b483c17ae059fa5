import type { NotificationAudience, NotificationType } from '#contract/notification-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { parseFacts } from '../message-facts.ts'
import { unsubscribeToken, unsubscribeUrl } from '../opt-outs/token.ts'
import { decryptText } from '../sealed-text.ts'
import { renderMailHtml } from './mail-html.ts'
import { buildFooter } from './footer.ts'
import { renderMailText } from './mail-text.ts'
import { buildLinks } from './links.ts'

/** A message as it is kept, its texts sealed. */
export type StoredMail = {
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
export function composeMail(ctx: CompanyContext, mail: StoredMail, companyName: string) {
  const { companyId, publicUrl } = ctx
  const { type, audience, isTest, recipientHash } = mail
  const canUnsubscribe = audience === 'customer' && recipientHash !== null
  const link = canUnsubscribe
    ? unsubscribeUrl(publicUrl, unsubscribeToken(ctx.vault, { companyId, recipientHash }))
    : null
  const facts = parseFacts(mail.templateData)
  const subject = decryptText(ctx, mail.id, 'subject', mail.subject) ?? ''
  const page = {
    companyName,
    subject,
    body: decryptText(ctx, mail.id, 'message', mail.message) ?? '',
    facts,
    links: buildLinks({ type, facts, publicUrl }),
    footer: buildFooter({ audience, isTest, companyName, publicUrl, unsubscribeUrl: link }),
  }
  return { subject, text: renderMailText(page), html: renderMailHtml(page), unsubscribeUrl: link }
}
