import type { Attributes } from '../listings/listing.ts'

/** The barcodes of a product. */
export function identifiersOf(attributes: Attributes): { identifierType: string; identifier: string }[] {
  return (attributes['externally_assigned_product_identifier'] ?? []).map(({ type, value }) => ({
    identifierType: String(type).toUpperCase(),
    identifier: String(value),
  }))
}
