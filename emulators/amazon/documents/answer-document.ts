import { gzipSync } from 'node:zlib'
import type { Received } from '../../http/received.ts'
import type { Reply } from '../../http/reply.ts'
import type { AmazonState } from '../world.ts'
import type { StoredDocument } from './document.ts'
import { documentsPath, findLinkError } from './links.ts'

/** The storage behind Amazon's links: no token, only what the link allows. */
export function answerDocument(world: AmazonState, received: Received, now: Date): Reply {
  const { method, path, query, headers, body } = received
  if (method !== 'GET' && method !== 'PUT') return storageError(405, 'MethodNotAllowed')
  const id = path.slice(documentsPath.length)
  const used = { method, id, query, contentType: headers['content-type'] ?? '' } as const
  const flaw = findLinkError(world.documents, used, now)
  if (flaw) return storageError(403, flaw)

  const document = world.documents.entries[id]
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
