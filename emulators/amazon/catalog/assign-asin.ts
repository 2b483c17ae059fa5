import { createHash } from 'node:crypto'
import { textOf, type Attributes } from '../listings/listing.ts'
import type { CatalogRecords } from './catalog-item.ts'
import { identifiersOf } from './identifiers.ts'

/** Which page of the catalogue a new listing belongs to: the one it names, one with the same barcode, or one of its own. */
export function assignAsin(
  book: CatalogRecords,
  marketplaceId: string,
  { sellerId, sku, attributes }: { sellerId: string; sku: string; attributes: Attributes },
): string {
  return (
    textOf(attributes, 'merchant_suggested_asin') ??
    findByIdentifier(book, marketplaceId, attributes) ??
    makeNewAsin(sellerId, sku)
  )
}

function findByIdentifier(book: CatalogRecords, marketplaceId: string, attributes: Attributes): string | undefined {
  const wanted = identifiersOf(attributes).map(({ identifier }) => identifier)
  if (wanted.length === 0) return undefined
  return Object.values(book[marketplaceId] ?? {}).find((item) =>
    identifiersOf(item.attributes).some(({ identifier }) => wanted.includes(identifier)),
  )?.asin
}

/** The same product of the same seller is the same in all marketplaces. */
function makeNewAsin(sellerId: string, sku: string): string {
  const digest = createHash('sha256').update(`${sellerId}\n${sku}`).digest('hex')
  return `B0${BigInt(`0x${digest}`).toString(36).toUpperCase().slice(0, 8)}`
}
