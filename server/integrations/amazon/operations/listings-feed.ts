import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { ListingPatch } from './listings.ts'
import { listOf, requirements, text, validateRequest } from './request-schemas.ts'

export const listingsFeedType = 'JSON_LISTINGS_FEED'
export const listingsFeedContentType = 'application/json; charset=UTF-8'

/** Amazon's limit for the file of a feed: 10 MiB. */
const largestFile = 10 * 1024 * 1024

export const mostMessages = 25_000

const Named = z.object({ messageId: z.int().min(1), sku: text('SKU') })
const Typed = Named.extend({ productType: text('Product type') })
const attributes = z.record(z.string(), z.unknown())

const Message = z.discriminatedUnion('operationType', [
  Typed.extend({ operationType: z.literal('PATCH'), patches: listOf('Patches', ListingPatch) }),
  Typed.extend({ operationType: z.literal('PARTIAL_UPDATE'), attributes }),
  Typed.extend({ operationType: z.literal('UPDATE'), requirements: requirements.optional(), attributes }),
  Named.extend({ operationType: z.literal('DELETE') }),
])
export type ListingsFeedMessage = z.input<typeof Message>

const Feed = z
  .object({ messages: listOf('Messages', Message, mostMessages) })
  .refine(
    ({ messages }) => new Set(messages.map((message) => message.messageId)).size === messages.length,
    'Two messages have the same number',
  )

/** Builds the file of a feed that changes many listings. The report refers to messages by `messageId`. */
export function listingsFeed(sellerId: string, given: ListingsFeedMessage[]): string {
  const { messages } = validateRequest(say('The feed of listings'), Feed, { messages: given })
  const file = JSON.stringify({ header: { sellerId, version: '2.0', issueLocale: 'en_US' }, messages })
  return validateRequest(say('The feed of listings'), File, file)
}

const File = z.string().refine((file) => Buffer.byteLength(file) <= largestFile, 'The file is larger than 10 MiB')
