import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { noContent, list, maybe, moment } from './response-schemas.ts'
import {
  path,
  listOf,
  marketplaceIds,
  pageSize,
  processingStatus,
  text,
  time,
  validateRequest,
} from './request-schemas.ts'

const feeds = '/feeds/2021-06-30/feeds'
const documents = '/feeds/2021-06-30/documents'

/** Amazon refuses an upload whose content type is not the one its document was made with. */
const NewDocument = z.object({ contentType: text('Content type') })

export const createFeedDocument = operation({
  name: 'createFeedDocument',
  method: 'POST',
  rate: 0.5,
  burst: 15,
  isRepeatable: true,
  request: ({ body }: { body: z.input<typeof NewDocument> }) => ({
    path: documents,
    body: validateRequest(say('The document of a feed'), NewDocument, body),
  }),
  wire: z.object({ feedDocumentId: z.string(), url: z.string() }),
})

const NewFeed = z.object({
  feedType: text('Feed type'),
  marketplaceIds: marketplaceIds(25),
  inputFeedDocumentId: text('Document of the feed'),
  feedOptions: z.record(z.string(), z.string()).optional(),
})

export const createFeed = operation({
  name: 'createFeed',
  method: 'POST',
  rate: 0.0083,
  burst: 15,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof NewFeed> }) => ({
    path: feeds,
    body: validateRequest(say('The feed'), NewFeed, body),
  }),
  wire: z.object({ feedId: z.string() }),
})

const Feed = z.object({
  feedId: z.string(),
  feedType: z.string(),
  marketplaceIds: list(z.string()),
  createdTime: moment,
  processingStatus: z.string(),
  processingStartTime: maybe(moment),
  processingEndTime: maybe(moment),
  resultFeedDocumentId: maybe(z.string()),
})

export const getFeed = operation({
  name: 'getFeed',
  method: 'GET',
  rate: 2,
  burst: 15,
  request: ({ feedId }: { feedId: string }) => ({ path: feeds + path`/${feedId}` }),
  wire: Feed,
})

const FirstPage = z.object({
  feedTypes: listOf('Feed types', text('Feed type'), 10),
  marketplaceIds: marketplaceIds(10).optional(),
  processingStatuses: z.array(processingStatus).optional(),
  createdSince: time.optional(),
  createdUntil: time.optional(),
  pageSize: pageSize(100),
})

export const getFeeds = operation({
  name: 'getFeeds',
  method: 'GET',
  rate: 0.0222,
  burst: 10,
  /** A further page is requested by its token alone. */
  request: (page: z.input<typeof FirstPage> | { nextToken: string }) => ({
    path: feeds,
    query:
      'nextToken' in page ? { nextToken: page.nextToken } : validateRequest(say('This list of feeds'), FirstPage, page),
  }),
  wire: z.object({ feeds: z.array(Feed), nextToken: maybe(z.string()) }),
})

/** Possible only while the feed is IN_QUEUE. */
export const cancelFeed = operation({
  name: 'cancelFeed',
  method: 'DELETE',
  rate: 2,
  burst: 15,
  isRepeatable: true,
  request: ({ feedId }: { feedId: string }) => ({ path: feeds + path`/${feedId}` }),
  wire: noContent,
})

export const getFeedDocument = operation({
  name: 'getFeedDocument',
  method: 'GET',
  rate: 0.0222,
  burst: 10,
  request: ({ feedDocumentId }: { feedDocumentId: string }) => ({ path: documents + path`/${feedDocumentId}` }),
  wire: z.object({ feedDocumentId: z.string(), url: z.string(), compressionAlgorithm: maybe(z.string()) }),
})
