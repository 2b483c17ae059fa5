import { storeDocument } from '../documents/document.ts'
import type { Seller, AmazonState } from '../world.ts'
import { readFeedFile } from './feed-file.ts'
import { listingsFeed, type Feed } from './feed.ts'
import { failureReport, processingReport } from './processing-report.ts'
import { processMessages } from './work-through.ts'

/** Works a feed through and leaves its report. DONE says nothing about how many of its messages were any good. */
export function finishFeed(world: AmazonState, seller: Seller, feed: Feed): void {
  const { report, outcome } =
    feed.type === listingsFeed ? processListingsFeed(world, seller, feed) : unsupported(seller, feed)
  const document = storeDocument(world.documents, {
    sellerId: seller.id,
    contentType: 'application/json; charset=UTF-8',
    content: JSON.stringify(report),
    isCompressed: true,
  })
  feed.outcome = outcome
  feed.resultDocumentId = document.id
}

type FinishedFeed = { report: object; outcome: 'DONE' | 'FATAL' }

function processListingsFeed(world: AmazonState, seller: Seller, feed: Feed): FinishedFeed {
  const file = readFeedFile(world.documents.entries[feed.inputDocumentId], seller.id)
  if (typeof file === 'string') return { report: failureReport(seller, feed, file), outcome: 'FATAL' }
  const { marketplaceIds, endsAt } = feed
  const worked = processMessages(world, seller, file.messages, { marketplaceIds, at: endsAt })
  return { report: processingReport(world, seller, feed, file, worked), outcome: 'DONE' }
}

const unsupported = (seller: Seller, feed: Feed): FinishedFeed => ({
  report: failureReport(seller, feed, `Feeds of the type ${feed.type} are no longer processed.`),
  outcome: 'FATAL',
})
