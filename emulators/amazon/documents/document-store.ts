import { randomBytes, randomUUID } from 'node:crypto'
import { emptyDictionary } from '../dictionary.ts'
import { Refusal } from '../refusal.ts'

/** A file of its own, uploaded or downloaded through a link that needs no token. */
export type StoredDocument = {
  id: string
  /** Null for what everybody may see. */
  sellerId: string | null
  contentType: string
  /** Null until it has been uploaded. */
  content: string | null
  /** Whether Amazon hands it out compressed. */
  isCompressed: boolean
}

export type DocumentRecords = {
  /** What links are signed with. */
  key: string
  entries: Record<string, StoredDocument>
}

export function createDocumentRecords(): DocumentRecords {
  return { key: randomBytes(32).toString('hex'), entries: emptyDictionary() }
}

/** Amazon keeps them all for 90 days; what runs for weeks on somebody's machine must not grow with each report. */
const keptPerSeller = 100

export function storeDocument(
  book: DocumentRecords,
  document: Omit<StoredDocument, 'id'>,
  id = newId(),
): StoredDocument {
  const stored = { id, ...document }
  book.entries[id] = stored
  if (stored.sellerId !== null) deleteOldest(book, stored.sellerId)
  return stored
}

function deleteOldest({ entries }: DocumentRecords, sellerId: string): void {
  const own = Object.values(entries).filter((document) => document.sellerId === sellerId)
  for (const { id } of own.slice(0, -keptPerSeller)) delete entries[id]
}

const newId = () => `amzn1.tortuga.4.na.${randomUUID()}`

/** A document of the seller's own; those of others are as good as not there. */
export function findDocument(book: DocumentRecords, sellerId: string, id: string | undefined): StoredDocument {
  const document = book.entries[id ?? '']
  if (document?.sellerId === sellerId) return document
  throw new Refusal(400, '400', 'Invalid input', `There is no document '${id}'.`)
}
