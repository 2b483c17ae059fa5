import { escapeHtml } from '../html-page.ts'
import { htmlReply, type Received, type Reply } from '../http.ts'
import { type Inbox, inboxReply, renderTime } from '../inbox-page.ts'
import { createRouter } from '../router.ts'
import type { SmsEmulator } from './emulator.ts'
import { receiveReply } from './replies.ts'
import type { Text } from './state.ts'

const findPage = createRouter([
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/numbers/:number' },
  { method: 'POST', path: '/numbers/:number' },
] as const)

/** The inbox page: the texts of each number, and a form to reply. */
export async function answerInbox(emulator: SmsEmulator, received: Received): Promise<Reply> {
  const { method, path, headers } = received
  const number = findPage(method, path)?.params['number']
  const threads = groupThreads(emulator.state.texts)
  const thread = threads.find((one) => one.number === number) ?? null
  if (method === 'POST' && thread) {
    if (headers['origin'] !== `http://${headers['host']}`) return htmlReply(403, 'Only this page itself answers.')
    const reply = new URLSearchParams(received.body.toString()).get('body')?.trim()
    if (reply) await receiveReply(emulator, thread.number, reply)
    return { status: 303, headers: { location: path } }
  }
  return inboxReply(thread || path === '/' ? 200 : 404, inboxOf(threads, thread, emulator.state.optedOut))
}

const inboxOf = (threads: readonly Thread[], opened: Thread | null, optedOut: readonly string[]): Inbox => ({
  house: 'Local SMS',
  title: 'SMS inbox',
  explanation: 'Every text that Lockstep sends while it runs on this machine ends here, whoever it is for.',
  list: renderList(threads, opened, optedOut),
  opened: opened && renderPhone(opened, optedOut.includes(opened.number)),
  invitation: 'Choose a number to see what it was sent, and to answer.',
  style: threadStyle,
})

const hrefOf = (number: string) => `/numbers/${encodeURIComponent(number)}`

function renderList(threads: readonly Thread[], opened: Thread | null, optedOut: readonly string[]): string {
  if (threads.length === 0) return '<p class="empty">No text yet. It appears here by itself.</p>'
  const items = threads.map(({ number, texts }) => {
    const last = texts.at(-1)
    const current = number === opened?.number ? ' aria-current="page"' : ''
    return `<li><a href="${escapeHtml(hrefOf(number))}"${current}>
      <span class="line"><strong>${escapeHtml(number)}</strong>${last ? renderTime(last.at) : ''}</span>
      <span>${escapeHtml(last?.body ?? '')}</span>
      ${optedOut.includes(number) ? '<span class="quiet">said STOP</span>' : ''}
    </a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function renderPhone({ number, texts }: Thread, isOptedOut: boolean): string {
  return `
    <a class="back" href="/">All numbers</a>
    <div class="phone">
      <h2>${escapeHtml(number)}</h2>
      <div class="thread" tabindex="0" role="log" aria-label="Texts">
        <div id="texts" data-live>
          ${texts.map(renderText).join('')}
          ${isOptedOut ? '<p class="notice">This number said STOP. Texts to it are refused until it answers START.</p>' : ''}
        </div>
      </div>
      <form method="post" action="${escapeHtml(hrefOf(number))}">
        <label for="body">Answer from this number</label>
        <div class="line">
          <input id="body" name="body" autocomplete="off" maxlength="1600" required>
          <button class="primary">Send</button>
        </div>
      </form>
      <form method="post" action="${escapeHtml(hrefOf(number))}" class="words">
        <button name="body" value="STOP">Answer STOP</button>
        <button name="body" value="START">Answer START</button>
      </form>
    </div>`
}

function renderText(text: Text): string {
  const side = text.direction === 'inbound' ? 'answer' : 'received'
  return `<div class="text ${side}"><p>${escapeHtml(text.body)}</p>${renderTime(text.at)}${renderFate(text)}</div>`
}

function renderFate({ direction, taken }: Text): string {
  if (direction !== 'inbound' || (taken && taken < 300)) return ''
  const why = taken ? `Lockstep did not take this answer (${taken}).` : 'Lockstep could not be reached.'
  return `<small class="problem">${why}</small>`
}

/** The texts of one number, oldest first. */
type Thread = { number: string; texts: Text[] }

const otherSide = ({ direction, from, to }: Text) => (direction === 'inbound' ? from : to)

/** Threads, the most recent first. */
function groupThreads(texts: readonly Text[]): Thread[] {
  const threads = Map.groupBy(texts.toReversed(), otherSide)
  return [...threads].map(([number, newestFirst]) => ({ number, texts: newestFirst.toReversed() }))
}

const threadStyle = `
  .phone { max-width: 440px; margin: 0 auto; padding: 20px; border: 1px solid var(--line); border-radius: 28px; background: var(--ground) }
  .phone h2 { text-align: center; font-size: 16px }
  .thread { display: flex; flex-direction: column-reverse; height: 420px; margin: 16px 0; overflow: auto }
  #texts { display: flex; flex-direction: column; gap: 12px }
  .thread:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 8px }
  .text { display: grid; gap: 2px; max-width: 85%; align-self: flex-start; justify-items: start }
  .text p { padding: 10px 14px; border-radius: 18px 18px 18px 4px; background: var(--sheet); border: 1px solid var(--line);
    color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere }
  .text.answer { align-self: flex-end; justify-items: end }
  .text.answer p { border-radius: 18px 18px 4px 18px; background: light-dark(#1f5fd0, #2f6fe0); border-color: transparent; color: #fff }
  .notice { text-align: center; font-size: 13px }
  .problem { color: var(--problem) }
  .phone label { display: block; margin-bottom: 8px; font-weight: 600 }
  .phone input { flex: 1; min-width: 0; padding: 0 12px; font-size: 16px }
  .words { display: flex; gap: 8px; margin-top: 8px }
  .words button { flex: 1 }
`
