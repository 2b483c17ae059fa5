import { AppError } from '#contract/errors.ts'
import type { MailSettings } from '#contract/settings.ts'
import { footerOf } from '#server/features/notifications/mail/footer.ts'
import { mailHtml } from '#server/features/notifications/mail/mail-html.ts'
import { mailText } from '#server/features/notifications/mail/mail-text.ts'
import { noService } from '#server/features/notifications/sending/hand-over.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { Rejected } from '#server/ports/failure.ts'

type Sender = Pick<CompanyContext, 'ports' | 'publicUrl'>

/** Goes out while the person waits, from the sender that they are about to save, as the mails of `handOver` do. */
export async function sendTestMail(
  { ports, publicUrl }: Sender,
  { senderName, senderAddress, replyTo }: MailSettings,
  { user, company }: SignedIn,
): Promise<{ sentTo: string }> {
  if (!ports.mail) throw new AppError('conflict', noService.email)
  const companyName = company?.name ?? 'Lockstep'
  const page = pageOf(companyName, publicUrl)
  try {
    await ports.mail.send({
      sender: { name: senderName ?? companyName, address: senderAddress },
      replyTo,
      to: [user.email],
      subject: page.subject,
      text: mailText(page),
      html: mailHtml(page),
      unsubscribeUrl: null,
    })
  } catch (error) {
    if (error instanceof Rejected) throw new AppError('conflict', error.message)
    throw error
  }
  return { sentTo: user.email }
}

const pageOf = (companyName: string, publicUrl: string) => ({
  companyName,
  subject: `Test mail of ${companyName}`,
  body: `This is how mail from ${companyName} arrives.\n\nIt comes from the sender of this mail, and answers go where an answer to it goes.`,
  facts: null,
  links: [],
  footer: footerOf({ audience: 'owner', isTest: true, companyName, publicUrl, unsubscribeUrl: null }),
})
