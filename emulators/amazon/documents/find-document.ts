import { Refusal } from '../refusal.ts'
import type { DocumentRecords, StoredDocument } from './document.ts'

/** A document of the seller's own; those of others are as good as not there. */
export function findDocument(book: DocumentRecords, sellerId: string, id: string | undefined): StoredDocument {
  const document = book.entries[id ?? '']
  if (document?.sellerId === sellerId) return document
  throw new Refusal(400, '400', 'Invalid input', `There is no document '${id}'.`)
}
