import { z } from 'zod'
import { findDocument, storeDocument } from '../documents/document-store.ts'
import { offerDownload, uploadLink } from '../documents/links.ts'
import { secondsAfter } from '../iso-time.ts'
import { cancelJob, type Feed, findJob, listingsFeed, nextJobId, viewJob } from '../jobs/job.ts'
import { listJobs } from '../jobs/list-jobs.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { quotaExceeded } from '../refusal.ts'
import { assertMarketplaces, readBody } from '../request-input.ts'

const feeds = '/feeds/2021-06-30/feeds' as const
const documents = '/feeds/2021-06-30/documents' as const
const feed = `${feeds}/:feedId` as const
const document = `${documents}/:feedDocumentId` as const

export const feedsOperations: Operation[] = [
  { name: 'createFeedDocument', method: 'POST', path: documents, rate: 0.5, burst: 15, answer: createFeedDocument },
  { name: 'createFeed', method: 'POST', path: feeds, rate: 0.0083, burst: 15, answer: createFeed },
  { name: 'getFeed', method: 'GET', path: feed, rate: 2, burst: 15, answer: getFeed },
  { name: 'getFeeds', method: 'GET', path: feeds, rate: 0.0222, burst: 10, answer: getFeeds },
  { name: 'cancelFeed', method: 'DELETE', path: feed, rate: 2, burst: 15, answer: cancelFeed },
  { name: 'getFeedDocument', method: 'GET', path: document, rate: 0.0222, burst: 10, answer: getFeedDocument },
]

const DocumentBody = z.object({ contentType: z.string().min(1) })

function createFeedDocument({ body, state, seller, now, baseUrl }: Call): Answer {
  const { contentType } = readBody(DocumentBody, body, '400')
  const { id } = storeDocument(state.documents, {
    sellerId: seller.id,
    contentType,
    content: null,
    isCompressed: false,
  })
  return { status: 201, body: { feedDocumentId: id, url: uploadLink(state.documents, id, baseUrl, now, contentType) } }
}

const FeedBody = z.object({
  feedType: z.string().min(1),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  inputFeedDocumentId: z.string().min(1),
  feedOptions: z.record(z.string(), z.string()).optional(),
})

function createFeed(call: Call): Answer {
  const { state, seller, now } = call
  const { feedType, marketplaceIds, inputFeedDocumentId } = readBody(FeedBody, call.body, '400')
  assertMarketplaces(seller, marketplaceIds, '400')
  findDocument(state.documents, seller.id, inputFeedDocumentId)
  if (feedType === listingsFeed) checkQuota(call)

  const id = nextJobId(seller.feeds)
  const { feedQueue, feed } = state.processing
  seller.feeds[id] = {
    id,
    type: feedType,
    marketplaceIds,
    inputDocumentId: inputFeedDocumentId,
    createdAt: now.toISOString(),
    startsAt: secondsAfter(now, feedQueue),
    endsAt: secondsAfter(now, feedQueue + feed),
    outcome: null,
    resultDocumentId: null,
  }
  return { status: 202, body: { feedId: id } }
}

const fiveMinutes = 5 * 60 * 1000

/** Limits the number of feeds per five minutes, in addition to the rate limit of the call. */
function checkQuota({ state, seller, now }: Call): void {
  const most = state.processing.feedsInFiveMinutes
  const since = now.getTime() - fiveMinutes
  const recent = Object.values(seller.feeds).filter(
    ({ type, createdAt }) => type === listingsFeed && Date.parse(createdAt) > since,
  )
  if (most !== null && recent.length >= most) throw quotaExceeded()
}

function getFeed({ seller, params, now }: Call): Answer {
  return { status: 200, body: viewFeed(findJob(seller.feeds, params['feedId']), now) }
}

function getFeeds(call: Call): Answer {
  const { page, nextToken } = listJobs(call, call.seller.feeds, 'feedTypes')
  const feeds = page.map((feed) => viewFeed(feed, call.now))
  return { status: 200, body: { feeds, ...(nextToken !== undefined && { nextToken }) } }
}

function cancelFeed({ seller, params, now }: Call): Answer {
  cancelJob(findJob(seller.feeds, params['feedId']), now)
  return { status: 200 }
}

function getFeedDocument(call: Call): Answer {
  const { id, link } = offerDownload(call, call.params['feedDocumentId'])
  return { status: 200, body: { feedDocumentId: id, ...link } }
}

function viewFeed(feed: Feed, now: Date) {
  return {
    feedId: feed.id,
    feedType: feed.type,
    ...viewJob(feed, now),
    ...(feed.resultDocumentId !== null && { resultFeedDocumentId: feed.resultDocumentId }),
  }
}
