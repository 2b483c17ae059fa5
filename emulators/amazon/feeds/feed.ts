import type { Job } from '../processing/job.ts'

export const listingsFeed = 'JSON_LISTINGS_FEED'

/** A file of changes that Amazon works through. */
export type Feed = Job & { inputDocumentId: string; resultDocumentId: string | null }

export type FeedRecords = Record<string, Feed>
