import { escapeHtml } from '#server/platform/escape.ts'
import { plainPage } from '#server/platform/http/html-pages.ts'

type UnsubscribePage = { companyName: string; nonce: string; state: 'asks' | 'stopped' | 'resumed' }

const pageTexts: Record<
  UnsubscribePage['state'],
  (company: string) => { title: string; text: string; wish: string; button: string }
> = {
  asks: (company) => ({
    title: `No more mails from ${company}?`,
    text: `${company} writes to you when your order is confirmed, ships and arrives. You can stop these mails here.`,
    wish: 'stop',
    button: 'Stop these mails',
  }),
  stopped: (company) => ({
    title: 'You are unsubscribed',
    text: `${company} sends you no more mails about your orders.`,
    wish: 'start',
    button: 'Undo',
  }),
  resumed: (company) => ({
    title: 'You are subscribed again',
    text: `${company} writes to you about your orders as before.`,
    wish: 'stop',
    button: 'Stop these mails',
  }),
}

/** For customers, who know the shop and not us. */
export function unsubscribePage({ companyName, nonce, state }: UnsubscribePage): string {
  const { title, text, wish, button } = pageTexts[state](companyName)
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<form method="post"><input type="hidden" name="wish" value="${wish}"><button>${escapeHtml(button)}</button></form>`
  return plainPage({ title, nonce, body })
}

export function brokenLinkPage(nonce: string): string {
  const title = 'This link does not work'
  const body = `<h1>${title}</h1><p>It may have been cut off. Open it from the mail once more, or answer the mail and ask to
be taken off the list.</p>`
  return plainPage({ title, nonce, body })
}
