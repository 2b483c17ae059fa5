import { z } from 'zod'
import { storeDocument } from '../documents/document.ts'
import { findDocument } from '../documents/find-document.ts'
import { uploadLink } from '../documents/links.ts'
import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { quotaExceeded } from '../refusal.ts'
import { nextJobId } from '../processing/job.ts'
import { secondsAfter } from '../seconds-after.ts'
import { assertMarketplaces } from '../sellers/read-marketplaces.ts'
import { listingsFeed } from './feed.ts'

const fiveMinutes = 5 * 60 * 1000

const DocumentBody = z.object({ contentType: z.string().min(1) })
const FeedBody = z.object({
  feedType: z.string().min(1),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  inputFeedDocumentId: z.string().min(1),
  feedOptions: z.record(z.string(), z.string()).optional(),
})

export function createFeedDocument({ body, state, seller, now, baseUrl }: Call): Answer {
  const { contentType } = readBody(DocumentBody, body, '400')
  const { id } = storeDocument(state.documents, {
    sellerId: seller.id,
    contentType,
    content: null,
    isCompressed: false,
  })
  return { status: 201, body: { feedDocumentId: id, url: uploadLink(state.documents, id, baseUrl, now, contentType) } }
}

export function createFeed(call: Call): Answer {
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

/** Apart from how often it may be called, Amazon counts the feeds themselves. */
function checkQuota({ state, seller, now }: Call): void {
  const most = state.processing.feedsInFiveMinutes
  const since = now.getTime() - fiveMinutes
  const recent = Object.values(seller.feeds).filter(
    ({ type, createdAt }) => type === listingsFeed && Date.parse(createdAt) > since,
  )
  if (most !== null && recent.length >= most) throw quotaExceeded()
}
