import { createHash } from 'node:crypto'
import { invalidInput } from '../refusal.ts'
import { compareText } from '../compare.ts'

const lifetime = 30_000

type PageToken = { after: string; question: string; madeAt: number }

/** Says where the next page begins: after a SKU, so that rows that come, go or change in the meantime move nothing. */
export function writePageToken(query: URLSearchParams, after: string, now: Date): string {
  const token: PageToken = { after, question: questionDigest(query), madeAt: now.getTime() }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

/** The SKU after which to go on. A token dies young and belongs to the question it came from. */
export function readPageToken(query: URLSearchParams, text: string, now: Date): string {
  const token = parseToken(text)
  if (!token) throw invalidInput('The nextToken is invalid.')
  if (now.getTime() - token.madeAt > lifetime) throw invalidInput('The nextToken has expired.')
  if (token.question !== questionDigest(query)) {
    throw invalidInput('The nextToken belongs to a request with other parameters.')
  }
  return token.after
}

function questionDigest(query: URLSearchParams): string {
  const rest = [...query].filter(([name]) => name !== 'nextToken').toSorted(([one], [other]) => compareText(one, other))
  return createHash('sha256').update(JSON.stringify(rest)).digest('base64url')
}

function parseToken(text: string): PageToken | null {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<PageToken>
    return typeof token.after === 'string' ? (token as PageToken) : null
  } catch {
    return null
  }
}
