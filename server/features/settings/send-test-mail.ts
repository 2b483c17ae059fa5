import { AppError } from '#contract/errors.ts'
import type { MailSettings } from '#contract/settings.ts'
import { buildFooter } from '#server/features/notifications/mail/compose-mail.ts'
import { renderMailHtml, renderMailText } from '#server/features/notifications/mail/mail-layout.ts'
import { noServiceMessage } from '#server/features/notifications/sending/deliver.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import { Rejected } from '#server/ports/failure.ts'

type Sender = Pick<CompanyContext, 'ports' | 'publicUrl'>

/** Sends a test mail synchronously, with the sender that is about to be saved. */
export async function sendTestMail(
  { ports, publicUrl }: Sender,
  { senderName, senderAddress, replyTo }: MailSettings,
  { user, company }: SignedIn,
): Promise<{ sentTo: string }> {
  if (!ports.mail) throw new AppError('conflict', noServiceMessage.email)
  const companyName = company?.name ?? 'Lockstep'
  const page = pageOf(companyName, publicUrl)
  try {
    await ports.mail.send({
      sender: { name: senderName ?? companyName, address: senderAddress },
      replyTo,
      to: [user.email],
      subject: page.subject,
      text: renderMailText(page),
      html: renderMailHtml(page),
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
  footer: buildFooter({ audience: 'owner', isTest: true, companyName, publicUrl, unsubscribeUrl: null }),
})
