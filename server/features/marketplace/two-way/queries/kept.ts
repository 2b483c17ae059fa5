import { z } from 'zod'
import { listingFields } from '#contract/marketplace-values.ts'
import { syncedFields } from '../merge/fields.ts'

/** What Amazon's catalogue says where the listing itself says nothing. */
const CatalogFallback = z.object({ brand: z.string().nullable(), bulletPoints: z.array(z.string()) })

/** `amazon_listings.amazon`: what the listing said when it was last read. */
export const StoredListing = z.object({
  title: z.string().nullable(),
  brand: z.string().nullable(),
  description: z.string().nullable(),
  bulletPoints: z.array(z.string()),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  quantity: z.int().nullable(),
  catalog: CatalogFallback.optional(),
})

/** `amazon_listings.agreed` */
export const StoredAgreed = z.partialRecord(z.enum(syncedFields), z.string().nullable())

/** `amazon_listings.sent` */
export const StoredSent = z.partialRecord(
  z.enum(listingFields),
  z.array(z.object({ value: z.string().nullable(), at: z.coerce.date(), isRejected: z.boolean().default(false) })),
)
export type StoredSent = z.output<typeof StoredSent>
