import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected } from '#server/ports/failure.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { openText } from '../sealed-text.ts'
import type { Claimed } from './take-up.ts'

type HandedOver = { externalId: string | null }

/** Calls the service, once. */
export async function handOver(ctx: CompanyContext, message: Claimed): Promise<HandedOver> {
  return message.method === 'sms' ? handOverText(ctx, message) : handOverMail(ctx, message)
}

async function handOverText(ctx: CompanyContext, message: Claimed): Promise<HandedOver> {
  const { sms } = ctx.ports
  if (!sms) throw new Rejected(noService.sms)
  return sms.send(textOf(ctx, message))
}

export const textOf = (ctx: CompanyContext, message: Claimed) => ({
  to: openText(ctx, message.id, 'recipient', message.recipient) ?? '',
  text: openText(ctx, message.id, 'message', message.message) ?? '',
})

async function handOverMail(ctx: CompanyContext, message: Claimed): Promise<HandedOver> {
  const { mail } = ctx.ports
  if (!mail) throw new Rejected(noService.email)
  const { companyName, mailSenderName, mailSender, mailReplyTo } = message
  const { subject, text, html, unsubscribeUrl } = composeMail(ctx, message, companyName)
  return mail.send({
    sender: { name: mailSenderName ?? companyName, address: mailSender },
    replyTo: mailReplyTo,
    to: [openText(ctx, message.id, 'recipient', message.recipient) ?? ''],
    subject,
    text,
    html,
    unsubscribeUrl,
  })
}

export const noService = {
  sms: 'No SMS service is set up. Your provider has to set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  email: 'No mail service is set up. Your provider has to set SMTP_URL and MAIL_FROM.',
}
