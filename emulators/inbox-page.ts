import { createHash } from 'node:crypto'
import { htmlReply, type Reply } from './http/reply.ts'
import { inboxStyle } from './inbox-style.ts'
import { renderPage } from './page.ts'

export type Inbox = {
  house: string
  title: string
  explanation: string
  list: string
  /** What was chosen from the list, or null. */
  opened: string | null
  /** What to do where nothing is chosen. */
  invitation: string
  style?: string
}

/** Looks again every other second, and puts in what is new without taking away what somebody types or where they are. */
const script = `
  const refresh = async () => {
    if (document.hidden) return
    const answer = await fetch(location.href).catch(() => null)
    if (!answer?.ok) return
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id)
      if (!next || next.innerHTML === part.innerHTML) continue
      const at = part.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
      part.innerHTML = next.innerHTML
      if (at) for (const link of part.querySelectorAll('a')) if (link.getAttribute('href') === at) link.focus()
    }
  }
  setInterval(refresh, 2000)
`

/** Whatever a message holds, only our own script runs here. */
const policy = [
  `default-src 'none'`,
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  `style-src 'unsafe-inline'`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `form-action 'self'`,
  `img-src data:`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

export function inboxReply(status: number, inbox: Inbox): Reply {
  const { house, title, explanation, list, opened, invitation, style = '' } = inbox
  const content = `
    <p>${explanation}</p>
    <div class="inbox${opened === null ? '' : ' opened'}">
      <nav id="list" aria-label="${title}" data-live>${list}</nav>
      <section aria-label="Chosen">${opened ?? `<p class="empty">${invitation}</p>`}</section>
    </div>`
  const page = renderPage(house, title, content, { style: inboxStyle + style, script })
  return htmlReply(status, page, { 'content-security-policy': policy })
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** In the time of this machine, which is that of whoever looks. */
export function renderTime(at: string): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  return `<time datetime="${at}">${(isToday ? timeOfDay : dayAndTime).format(moment)}</time>`
}
