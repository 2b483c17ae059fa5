import { isLocal } from '../../control.ts'
import type { Received } from '../../http/received.ts'
import { htmlReply, type Reply } from '../../http/reply.ts'
import { createRouter } from '../../route.ts'
import { readMail, type ReadMail } from '../read-mail.ts'
import type { SmtpState } from '../world.ts'
import { inboxOf } from './pages.ts'
import { inboxReply } from '../../inbox-page.ts'

const findPage = createRouter([
  { method: 'GET', path: '/', show: 'inbox' },
  { method: 'GET', path: '/mails/:id', show: 'mail' },
  { method: 'GET', path: '/mails/:id/html', show: 'html' },
] as const)

/** For people: what was sent, as it looks. */
export async function answerInbox(world: SmtpState, { method, path, headers }: Received): Promise<Reply> {
  if (!isLocal(headers['host'])) return htmlReply(403, 'This inbox is for this machine only.')
  const route = findPage(method, path)
  const kept = world.mails.find(({ id }) => id === route?.params['id'])
  const mail = kept ? await readMail(world, kept) : null
  if (route?.target.show === 'html') return mail ? frameReply(mail) : htmlReply(404, 'This mail is gone.')
  return inboxReply(route && (mail || path === '/') ? 200 : 404, inboxOf(world.mails, mail))
}

/** Nothing in a mail runs, sends or reads anything: it can only be looked at, and its links open elsewhere. */
const framePolicy = [
  `sandbox allow-popups allow-popups-to-escape-sandbox`,
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data: https: http:`,
  `frame-ancestors 'self'`,
].join('; ')

function frameReply({ html }: ReadMail): Reply {
  const elsewhere = '<base target="_blank">'
  const page = /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${elsewhere}`) : `${elsewhere}${html}`
  return htmlReply(200, page, { 'content-security-policy': framePolicy })
}
