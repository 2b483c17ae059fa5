import { createHmac, timingSafeEqual } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Received, Reply } from '../../http.ts'
import { parseMoment } from '../iso-time.ts'
import type { Call } from '../operation.ts'
import { parametersOf } from '../request-input.ts'
import type { AmazonState } from '../state.ts'
import { type DocumentRecords, findDocument, type StoredDocument } from './document-store.ts'

export const documentsPath = '/_documents/'

const fiveMinutes = 300

/** What a presigned link allows. All of it is signed. */
type Grant = { method: 'GET' | 'PUT'; id: string; date: string; expires: string; contentType: string; encoding: string }

export function uploadLink(
  records: DocumentRecords,
  id: string,
  baseUrl: string,
  now: Date,
  contentType: string,
): string {
  return link(records, baseUrl, {
    method: 'PUT',
    id,
    date: now.toISOString(),
    expires: String(fiveMinutes),
    contentType,
    encoding: '',
  })
}

export function downloadLink(
  records: DocumentRecords,
  id: string,
  baseUrl: string,
  now: Date,
  { seconds = fiveMinutes, tellsEncoding = false }: { seconds?: number; tellsEncoding?: boolean } = {},
): string {
  return link(records, baseUrl, {
    method: 'GET',
    id,
    date: now.toISOString(),
    expires: String(seconds),
    contentType: '',
    encoding: tellsEncoding ? 'gzip' : '',
  })
}

function link(records: DocumentRecords, baseUrl: string, grant: Grant): string {
  const query = new URLSearchParams({ 'X-Amz-Date': grant.date, 'X-Amz-Expires': grant.expires })
  if (grant.encoding) query.set('response-content-encoding', grant.encoding)
  query.set('X-Amz-Signature', sign(records, grant))
  return `${baseUrl}${documentsPath}${grant.id}?${query.toString()}`
}

/** The storage's error code for an invalid or expired link; null when it is valid. */
function findLinkError(
  records: DocumentRecords,
  used: { method: 'GET' | 'PUT'; id: string; query: URLSearchParams; contentType: string },
  now: Date,
): 'AccessDenied' | 'SignatureDoesNotMatch' | null {
  const { method, id, query } = used
  const date = query.get('X-Amz-Date') ?? ''
  const expires = query.get('X-Amz-Expires') ?? ''
  const encoding = query.get('response-content-encoding') ?? ''
  const grant = { method, id, date, expires, encoding, contentType: method === 'PUT' ? used.contentType : '' }
  if (!isSame(sign(records, grant), query.get('X-Amz-Signature') ?? '')) return 'SignatureDoesNotMatch'
  const madeAt = parseMoment(date)?.getTime() ?? 0
  return madeAt + Number(expires) * 1000 < now.getTime() ? 'AccessDenied' : null
}

const sign = ({ key }: DocumentRecords, grant: Grant) =>
  createHmac('sha256', key)
    .update([grant.method, grant.id, grant.date, grant.expires, grant.contentType, grant.encoding].join('\n'))
    .digest('hex')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** A download link for one of the seller's documents. */
export function offerDownload({ state, seller, query, now, baseUrl }: Call, documentId: string | undefined) {
  const read = parametersOf(query, '400')
  const tellsEncoding = read.choice('enableContentEncodingUrlHeader', ['true', 'false']) === 'true'
  const { id, isCompressed } = findDocument(state.documents, seller.id, documentId)
  const url = downloadLink(state.documents, id, baseUrl, now, { tellsEncoding })
  return { id, link: { url, ...(isCompressed && { compressionAlgorithm: 'GZIP' }) } }
}

/** The storage behind presigned links: it needs no token and allows only what the link says. */
export function answerDocument(state: AmazonState, received: Received, now: Date): Reply {
  const { method, path, query, headers, body } = received
  if (method !== 'GET' && method !== 'PUT') return storageError(405, 'MethodNotAllowed')
  const id = path.slice(documentsPath.length)
  const used = { method, id, query, contentType: headers['content-type'] ?? '' } as const
  const flaw = findLinkError(state.documents, used, now)
  if (flaw) return storageError(403, flaw)

  const document = state.documents.entries[id]
  if (!document) return storageError(404, 'NoSuchKey')
  if (method === 'GET') return download(document, query.get('response-content-encoding') === 'gzip')
  document.content = body.toString('utf8')
  return { status: 200 }
}

function download({ content, contentType, isCompressed }: StoredDocument, tellsEncoding: boolean): Reply {
  if (content === null) return storageError(404, 'NoSuchKey')
  const headers = { 'content-type': contentType }
  if (!isCompressed) return { status: 200, headers, body: content }
  const encoding = tellsEncoding ? { 'content-encoding': 'gzip' } : {}
  return { status: 200, headers: { ...headers, ...encoding }, body: gzipSync(content) }
}

const messages = {
  AccessDenied: 'Request has expired',
  SignatureDoesNotMatch: 'The request signature we calculated does not match the signature you provided.',
  NoSuchKey: 'The specified key does not exist.',
  MethodNotAllowed: 'The specified method is not allowed against this resource.',
}

function storageError(status: number, code: keyof typeof messages): Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${messages[code]}</Message></Error>`
  return { status, headers: { 'content-type': 'application/xml' }, body }
}
