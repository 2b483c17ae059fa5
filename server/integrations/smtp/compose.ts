import type { SendMailOptions } from 'nodemailer'
import { Rejected } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'

export type Mailbox = { name: string; address: string }

/**
 * The mail as it goes out. Where a company writes in its own name from another domain, bounces and the checks of
 * receiving servers still concern the address that really sends.
 */
export function composeMail(mail: Mail, own: Mailbox): SendMailOptions {
  const from = { name: mail.sender.name ?? own.name, address: mail.sender.address ?? own.address }
  const isOwn = from.address.toLowerCase() === own.address.toLowerCase()
  return {
    envelope: { from: own.address, to: getRecipientsOrThrow(mail.to) },
    from: { name: from.name, address: getAddressOrThrow(from.address) },
    ...(isOwn ? {} : { sender: own }),
    ...(mail.replyTo ? { replyTo: { name: '', address: getAddressOrThrow(mail.replyTo) } } : {}),
    to: mail.to.map((address) => ({ name: '', address })),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ fileName: filename, ...file }) => ({ filename, ...file })),
    headers: {
      // Keeps holiday notices of mail programs from being sent in return.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl ? unsubscribeHeaders(mail.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const getRecipientsOrThrow = (to: Mail['to']): string[] => (to.length > 0 ? to : ['']).map(getAddressOrThrow)

/** One address and nothing else: what is a list, a header or a command to others must not pass for one. */
function getAddressOrThrow(text: string): string {
  if (/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text) && text.length <= 320) return text
  throw new Rejected('This is not an address that mail can be sent to.', { code: 'bad_address', whoActs: 'you' })
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
