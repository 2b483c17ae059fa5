import type { ListingPatch, ListingValues } from '#server/ports/listings.ts'
import type { SyncedField } from '../merge/fields.ts'

type PatchSource = { sku: string; productType: string | null; values: ListingValues }

/** Tells Amazon these fields of ours, and no other. */
export const toPatch = ({ sku, productType, values }: PatchSource, fields: readonly SyncedField[]): ListingPatch => ({
  sku,
  productType,
  values: pickFields(values, fields),
})

export function pickFields(values: Partial<ListingValues>, fields: readonly SyncedField[]): Partial<ListingValues> {
  const { currency } = values
  const isWanted = new Set<string>(fields)
  const picked = Object.entries(values).filter(([name]) => isWanted.has(name))
  return { ...Object.fromEntries(picked), ...(isWanted.has('price') && currency !== undefined && { currency }) }
}
