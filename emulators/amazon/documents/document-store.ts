import { randomBytes, randomUUID } from 'node:crypto'
import { emptyDictionary } from '../dictionary.ts'
import { Refusal } from '../refusal.ts'

/** A file that is uploaded or downloaded through a presigned link. */
export type StoredDocument = {
  id: string
  /** Null for public documents. */
  sellerId: string | null
  contentType: string
  /** Null until it has been uploaded. */
  content: string | null
  /** Whether downloads are gzipped. */
  isCompressed: boolean
}

export type DocumentRecords = {
  /** HMAC key of the links. */
  key: string
  entries: Record<string, StoredDocument>
}

export function createDocumentRecords(): DocumentRecords {
  return { key: randomBytes(32).toString('hex'), entries: emptyDictionary() }
}

/**
 * Documents stored per seller. Amazon stores them for 90 days; the state file of a long-running emulator must not grow
 * without limit.
 */
const keptPerSeller = 100

export function storeDocument(
  records: DocumentRecords,
  document: Omit<StoredDocument, 'id'>,
  id = newId(),
): StoredDocument {
  const stored = { id, ...document }
  records.entries[id] = stored
  if (stored.sellerId !== null) deleteOldest(records, stored.sellerId)
  return stored
}

function deleteOldest({ entries }: DocumentRecords, sellerId: string): void {
  const own = Object.values(entries).filter((document) => document.sellerId === sellerId)
  for (const { id } of own.slice(0, -keptPerSeller)) delete entries[id]
}

const newId = () => `amzn1.tortuga.4.na.${randomUUID()}`

/** Returns the seller's own document; refuses others as unknown. */
export function findDocument(records: DocumentRecords, sellerId: string, id: string | undefined): StoredDocument {
  const document = records.entries[id ?? '']
  if (document?.sellerId === sellerId) return document
  throw new Refusal(400, '400', 'Invalid input', `There is no document '${id}'.`)
}
