import type { SmsEmulator } from '../stand-in.ts'
import { describeText } from './describe-text.ts'
import { Refusal } from './refusal.ts'

const usualPage = 50
const largestPage = 1_000

/** Those between two numbers, newest first, a page at a time; the next page begins after the last text of this one. */
export function listTexts({ account, state }: SmsEmulator, query: URLSearchParams) {
  const size = Number(query.get('PageSize') ?? usualPage)
  if (!Number.isInteger(size) || size < 1 || size > largestPage) throw new Refusal(400, 20_001, 'Page size is invalid')
  const isMeant = (name: 'To' | 'From', value: string) => (query.get(name) ?? value) === value
  const meant = state.texts.filter(({ to, from }) => isMeant('To', to) && isMeant('From', from)).toReversed()
  const begin = meant.findIndex(({ sid }) => sid === query.get('PageToken')) + 1
  const texts = meant.slice(begin, begin + size)
  const last = texts.at(-1)
  const page = Number(query.get('Page') ?? 0)
  const listPath = `/2010-04-01/Accounts/${account.sid}/Messages.json`
  const uriOf = (more: Record<string, string>) =>
    `${listPath}?${new URLSearchParams({ ...Object.fromEntries(query), ...more })}`
  const next = last && begin + size < meant.length ? uriOf({ Page: String(page + 1), PageToken: last.sid }) : null
  return {
    messages: texts.map((text) => describeText(account, text, text.direction === 'inbound' ? 'received' : 'delivered')),
    page,
    page_size: size,
    uri: uriOf({}),
    first_page_uri: uriOf({ Page: '0' }),
    next_page_uri: next,
    previous_page_uri: null,
  }
}
