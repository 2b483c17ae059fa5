import { createHash } from 'node:crypto'
import { renderPage } from './html-page.ts'
import { htmlReply, type Reply } from './http.ts'

export type Inbox = {
  house: string
  title: string
  explanation: string
  list: string
  /** The opened message as HTML, or null. */
  opened: string | null
  /** Text when nothing is opened. */
  invitation: string
  style?: string
}

/** Polls every two seconds and replaces changed parts without losing input or focus. */
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

/** Content security policy: only our own script runs, whatever a message contains. */
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

/** In local time. */
export function renderTime(at: string): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  return `<time datetime="${at}">${(isToday ? timeOfDay : dayAndTime).format(moment)}</time>`
}

const inboxStyle = `
  body { grid-template-columns: minmax(0, 1240px); place-content: start center }
  .inbox { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; margin-top: 24px; align-items: start }
  .inbox nav ul { margin: 0; gap: 0; border-top: 1px solid var(--line) }
  .inbox nav li { border-bottom: 1px solid var(--line) }
  .inbox nav a { display: grid; gap: 2px; padding: 12px; color: inherit; text-decoration: none; border-radius: 6px }
  .inbox nav a:hover { background: var(--hover) }
  .inbox nav a[aria-current] { background: var(--mark-ground) }
  .inbox nav a > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .line { display: flex; justify-content: space-between; gap: 12px }
  .line strong, .line span { overflow: hidden; text-overflow: ellipsis }
  time, .quiet { color: var(--quiet); font-size: 13px; font-weight: 400; flex: none }
  .empty { padding: 48px 16px; border: 1px dashed var(--line); border-radius: 8px; text-align: center; color: var(--quiet) }
  .back { display: inline-block; margin-bottom: 16px }
  h2 { font-size: 18px; line-height: 26px; overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin-top: 12px }
  dt { color: var(--quiet) }
  dd { margin: 0; overflow-wrap: anywhere }
  details { margin-top: 16px; border: 1px solid var(--line); border-radius: 8px }
  summary { padding: 12px 16px; font-weight: 600; cursor: pointer }
  summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 8px }
  pre { margin: 0; padding: 0 16px 16px; overflow: auto; max-height: 480px; white-space: pre-wrap; overflow-wrap: anywhere;
    font: 13px/20px ui-monospace, monospace }
  @media (width >= 900px) {
    .inbox { grid-template-columns: 340px minmax(0, 1fr); gap: 32px }
    .inbox nav { max-height: calc(100dvh - 230px); overflow: auto }
    .back { display: none }
  }
  @media (width < 900px) { .inbox.opened nav { display: none } }
`
