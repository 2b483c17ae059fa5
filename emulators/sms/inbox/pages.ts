import { renderTime, type Inbox } from '../../inbox-page.ts'
import { escapeHtml } from '../../page.ts'
import type { Text } from '../world.ts'
import { threadStyle } from './style.ts'
import type { Thread } from './threads.ts'

export const inboxOf = (threads: readonly Thread[], opened: Thread | null, optedOut: readonly string[]): Inbox => ({
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
