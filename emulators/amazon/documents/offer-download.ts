import type { Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { findDocument } from './find-document.ts'
import { downloadLink } from './links.ts'

/** Where the seller can fetch a document of their own for the next minutes. */
export function offerDownload({ state, seller, query, now, baseUrl }: Call, documentId: string | undefined) {
  const read = parametersOf(query, '400')
  const tellsEncoding = read.choice('enableContentEncodingUrlHeader', ['true', 'false']) === 'true'
  const { id, isCompressed } = findDocument(state.documents, seller.id, documentId)
  const url = downloadLink(state.documents, id, baseUrl, now, { tellsEncoding })
  return { id, link: { url, ...(isCompressed && { compressionAlgorithm: 'GZIP' }) } }
}
