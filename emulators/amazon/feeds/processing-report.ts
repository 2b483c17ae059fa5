import { findListed, issuesOf } from '../listings/listed.ts'
import { viewListing } from '../listings/view-listing.ts'
import type { Seller, AmazonState } from '../world.ts'
import type { FeedFile } from './feed-file.ts'
import type { Feed } from './feed.ts'
import type { ProcessedMessages } from './work-through.ts'

/** What became of each message of a feed. */
export function processingReport(
  world: AmazonState,
  seller: Seller,
  feed: Feed,
  file: FeedFile,
  worked: ProcessedMessages,
): object {
  const { issues, acceptedSkus, invalid } = worked
  const { report } = file.header
  const items = report ? viewItems(world, seller, feed, acceptedSkus, report.includedData) : null
  return {
    header: { sellerId: seller.id, version: '2.0', feedId: feed.id, ...(report && { report }) },
    issues,
    summary: {
      errors: countSeverity(issues, 'ERROR'),
      warnings: countSeverity(issues, 'WARNING'),
      messagesProcessed: acceptedSkus.length + invalid,
      messagesAccepted: acceptedSkus.length,
      messagesInvalid: invalid,
      ...(items && { itemSummary: items.summary }),
    },
    ...(items && { items: items.views }),
  }
}

export function failureReport(seller: Seller, feed: Feed, why: string): object {
  return {
    header: { sellerId: seller.id, version: '2.0', feedId: feed.id },
    issues: [{ code: '4000000', severity: 'ERROR', message: why }],
    summary: { errors: 1, warnings: 0, messagesProcessed: 0, messagesAccepted: 0, messagesInvalid: 0 },
  }
}

type Included = NonNullable<FeedFile['header']['report']>['includedData']

function viewItems(world: AmazonState, seller: Seller, feed: Feed, skus: string[], included: Included) {
  const found = [...new Set(skus)].flatMap((sku) => {
    const listed = findListed(seller, feed.marketplaceIds, sku)
    return listed.length > 0 ? [{ sku, listed }] : []
  })
  const issues = found.flatMap(({ listed }) => issuesOf(listed))
  return {
    summary: {
      items: found.length,
      errors: countSeverity(issues, 'ERROR'),
      warnings: countSeverity(issues, 'WARNING'),
    },
    views: found.map(({ sku, listed }) => viewListing(world, seller, sku, listed, included)),
  }
}

const countSeverity = (issues: { severity: string }[], severity: string) =>
  issues.filter((issue) => issue.severity === severity).length
