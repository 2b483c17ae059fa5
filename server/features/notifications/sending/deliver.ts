import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected } from '#server/ports/failure.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { decryptText } from '../notification-row.ts'
import { noServiceMessage } from '../recipients.ts'
import { toMailSender } from '../senders/mail-sender.ts'
import type { ClaimedMessage } from './claim-message.ts'

type Delivery = { externalId: string | null }

/** Calls the service once. */
export async function deliver(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  return message.method === 'sms' ? deliverText(ctx, message) : deliverMail(ctx, message)
}

async function deliverText(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  const { sms } = ctx.ports
  if (!sms) throw new Rejected(noServiceMessage.sms)
  return sms.send(toText(ctx, message))
}

export const toText = (ctx: CompanyContext, message: ClaimedMessage) => ({
  to: decryptText(ctx, message.id, 'recipient', message.recipient) ?? '',
  text: decryptText(ctx, message.id, 'message', message.message) ?? '',
})

async function deliverMail(ctx: CompanyContext, message: ClaimedMessage): Promise<Delivery> {
  const { mail } = ctx.ports
  if (!mail) throw new Rejected(noServiceMessage.email)
  const { subject, text, html, unsubscribeUrl } = composeMail(ctx, message, message.companyName)
  return mail.send({
    ...toMailSender(message),
    to: [decryptText(ctx, message.id, 'recipient', message.recipient) ?? ''],
    subject,
    text,
    html,
    unsubscribeUrl,
  })
}
