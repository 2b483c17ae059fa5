import type { Offer } from '#server/ports/channel.ts'

/** What stands around the items. */
export type FeedHeader = { name: string; currency: string; shopUrl: string | null }

/** They come in batches, so that no feed ever stands in memory as a whole. */
export type OfferBatches = AsyncIterable<readonly Offer[]>
