import { escapeHtml } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import { type Inbox, inboxReply, renderTime } from '../inbox-page.ts'
import { createRouter } from '../router.ts'
import { readMail, type ReadMail } from './mail.ts'
import type { SmtpState, StoredMail } from './state.ts'

const findPage = createRouter([
  { method: 'GET', path: '/', show: 'inbox' },
  { method: 'GET', path: '/mails/:id', show: 'mail' },
  { method: 'GET', path: '/mails/:id/html', show: 'html' },
] as const)

/** The inbox page: mails as they look. */
export async function answerInbox(state: SmtpState, { method, path }: Received): Promise<Reply> {
  const route = findPage(method, path)
  const stored = state.mails.find(({ id }) => id === route?.params['id'])
  const mail = stored ? await readMail(state, stored) : null
  if (route?.target.show === 'html') return mail ? frameReply(mail) : htmlReply(404, 'This mail is gone.')
  return inboxReply(route && (mail || path === '/') ? 200 : 404, inboxOf(state.mails, mail))
}

/** Content security policy of a mail: no scripts, no requests but images; links open in a new page. */
const framePolicy = [
  `sandbox allow-popups allow-popups-to-escape-sandbox`,
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data: https: http:`,
  `frame-ancestors 'self'`,
].join('; ')

function frameReply(mail: ReadMail): Reply {
  const elsewhere = '<base target="_blank">'
  const html = withPictures(mail)
  const page = /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${elsewhere}`) : `${elsewhere}${html}`
  return htmlReply(200, page, { 'content-security-policy': framePolicy })
}

/** A mail names its attached pictures by Content-ID (RFC 2392). */
const withPictures = ({ html, attachments }: ReadMail): string =>
  attachments.reduce(
    (page, { contentId, contentType, base64 }) =>
      contentId === null ? page : page.replaceAll(`"cid:${contentId}"`, `"data:${contentType};base64,${base64}"`),
    html,
  )

const style = `
  iframe { display: block; width: 100%; height: 640px; margin-top: 16px; border: 1px solid var(--line); border-radius: 8px;
    background: #fff }
`

const inboxOf = (mails: readonly StoredMail[], opened: ReadMail | null): Inbox => ({
  house: 'Local mail',
  title: 'Mail inbox',
  explanation: 'Every mail that Lockstep sends while it runs on this machine ends here, whoever it is for.',
  list: renderList(mails, opened),
  opened: opened && renderMail(opened),
  invitation: 'Choose a mail to see how it looks.',
  style,
})

function renderList(mails: readonly StoredMail[], opened: ReadMail | null): string {
  if (mails.length === 0) return '<p class="empty">No mail yet. It appears here by itself.</p>'
  const items = mails.toReversed().map(({ id, at, recipients, from, subject }) => {
    const current = id === opened?.id ? ' aria-current="page"' : ''
    return `<li><a href="/mails/${id}"${current}>
      <span class="line"><strong>${escapeHtml(recipients.join(', '))}</strong>${renderTime(at)}</span>
      <span>${escapeHtml(subject || '(no subject)')}</span>
      <span class="quiet">from ${escapeHtml(from)}</span>
    </a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function renderMail(mail: ReadMail): string {
  const facts = [
    ['From', mail.from],
    ['Sender', mail.sender],
    ['Reply to', mail.replyTo],
    ['To', mail.to],
  ] as const
  return `
    <a class="back" href="/">All mails</a>
    <h2>${escapeHtml(mail.subject || '(no subject)')}</h2>
    <dl>
      ${facts.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>` : '')).join('')}
      <dt>Sent</dt><dd>${renderTime(mail.at)}</dd>
    </dl>
    ${mail.html ? `<iframe src="/mails/${mail.id}/html" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>` : ''}
    <details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${escapeHtml(mail.text)}</pre></details>
    <details><summary>Headers</summary><pre>${mail.headers.map(({ name, value }) => escapeHtml(`${name}: ${value}`)).join('\n')}</pre></details>`
}
