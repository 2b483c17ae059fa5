import { z } from 'zod'

/** Text that Amazon requires. */
export const text = (label: string, longest?: number) => {
  const filled = z.string().trim().min(1, `${label} is missing`)
  return longest ? filled.max(longest, `${label} is longer than ${longest} characters`) : filled
}

/** At least one; Amazon has no list where none would mean anything. */
export const listOf = <Schema extends z.ZodType>(label: string, schema: Schema, most?: number) => {
  const filled = z.array(schema).min(1, `${label}: there are none`)
  return most ? filled.max(most, `${label}: there are more than ${most}`) : filled
}

export const marketplaceIds = (most?: number) => listOf('Marketplaces', text('Marketplace'), most)

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'The country is not a code of two capital letters')

export const time = z.iso.datetime({ offset: true, error: 'A time is not written as Amazon writes it' })

export const processingStatus = z.enum(['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL'])

export const requirements = z.enum(['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'])

export const pageSize = (most: number) => z.int().min(1).max(most, `A page has at most ${most} rows`).optional()
