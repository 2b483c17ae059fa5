import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseMoment } from '../input.ts'
import type { DocumentRecords } from './document.ts'

export const documentsPath = '/_documents/'
const fiveMinutes = 300

/** Only who was given the link can have made the signature, and what it allows is part of it. */
type Grant = { method: 'GET' | 'PUT'; id: string; date: string; expires: string; contentType: string; encoding: string }

export function uploadLink(book: DocumentRecords, id: string, baseUrl: string, now: Date, contentType: string): string {
  return link(book, baseUrl, {
    method: 'PUT',
    id,
    date: now.toISOString(),
    expires: String(fiveMinutes),
    contentType,
    encoding: '',
  })
}

export function downloadLink(
  book: DocumentRecords,
  id: string,
  baseUrl: string,
  now: Date,
  { seconds = fiveMinutes, tellsEncoding = false }: { seconds?: number; tellsEncoding?: boolean } = {},
): string {
  return link(book, baseUrl, {
    method: 'GET',
    id,
    date: now.toISOString(),
    expires: String(seconds),
    contentType: '',
    encoding: tellsEncoding ? 'gzip' : '',
  })
}

function link(book: DocumentRecords, baseUrl: string, grant: Grant): string {
  const query = new URLSearchParams({ 'X-Amz-Date': grant.date, 'X-Amz-Expires': grant.expires })
  if (grant.encoding) query.set('response-content-encoding', grant.encoding)
  query.set('X-Amz-Signature', sign(book, grant))
  return `${baseUrl}${documentsPath}${grant.id}?${query.toString()}`
}

/** Why a link is not good, in the storage's own words; null when it is. */
export function findLinkError(
  book: DocumentRecords,
  used: { method: 'GET' | 'PUT'; id: string; query: URLSearchParams; contentType: string },
  now: Date,
): 'AccessDenied' | 'SignatureDoesNotMatch' | null {
  const { method, id, query } = used
  const date = query.get('X-Amz-Date') ?? ''
  const expires = query.get('X-Amz-Expires') ?? ''
  const encoding = query.get('response-content-encoding') ?? ''
  const grant = { method, id, date, expires, encoding, contentType: method === 'PUT' ? used.contentType : '' }
  if (!isSame(sign(book, grant), query.get('X-Amz-Signature') ?? '')) return 'SignatureDoesNotMatch'
  const madeAt = parseMoment(date)?.getTime() ?? 0
  return madeAt + Number(expires) * 1000 < now.getTime() ? 'AccessDenied' : null
}

const sign = ({ key }: DocumentRecords, grant: Grant) =>
  createHmac('sha256', key)
    .update([grant.method, grant.id, grant.date, grant.expires, grant.contentType, grant.encoding].join('\n'))
    .digest('hex')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
