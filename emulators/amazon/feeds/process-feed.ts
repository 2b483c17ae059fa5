import { storeDocument } from '../documents/document-store.ts'
import { type Feed, listingsFeed } from '../jobs/job.ts'
import { applySubmission } from '../listings/apply-change.ts'
import { checkChange } from '../listings/check-change.ts'
import { isError, type Issue } from '../listings/issues.ts'
import { findListing } from '../listings/listing.ts'
import { findListed, issuesOf, viewListing } from '../listings/view-listing.ts'
import type { AmazonState, Seller } from '../state.ts'
import { type FeedFile, FeedMessage, firstReason, readFeedFile, toChange } from './feed-file.ts'

/** Processes a feed and stores its report. DONE does not mean that any message was valid. */
export function finishFeed(state: AmazonState, seller: Seller, feed: Feed): void {
  const { report, outcome } =
    feed.type === listingsFeed ? processListingsFeed(state, seller, feed) : unsupported(seller, feed)
  const document = storeDocument(state.documents, {
    sellerId: seller.id,
    contentType: 'application/json; charset=UTF-8',
    content: JSON.stringify(report),
    isCompressed: true,
  })
  feed.outcome = outcome
  feed.resultDocumentId = document.id
}

type FinishedFeed = { report: object; outcome: 'DONE' | 'FATAL' }

function processListingsFeed(state: AmazonState, seller: Seller, feed: Feed): FinishedFeed {
  const file = readFeedFile(state.documents.entries[feed.inputDocumentId], seller.id)
  if (typeof file === 'string') return { report: failureReport(seller, feed, file), outcome: 'FATAL' }
  const { marketplaceIds, endsAt } = feed
  const worked = processMessages(state, seller, file.messages, { marketplaceIds, at: endsAt })
  return { report: processingReport(state, seller, feed, file, worked), outcome: 'DONE' }
}

const unsupported = (seller: Seller, feed: Feed): FinishedFeed => ({
  report: failureReport(seller, feed, `Feeds of the type ${feed.type} are no longer processed.`),
  outcome: 'FATAL',
})

/** An issue that concerns the whole feed has neither message nor SKU. */
type ReportIssue = {
  messageId?: number
  sku?: string
  code: string
  severity: 'ERROR' | 'WARNING' | 'INFO'
  message: string
  attributeName?: string
}

type ProcessedMessages = { issues: ReportIssue[]; acceptedSkus: string[]; invalid: number }

/** Processes the messages in order. An invalid one does not stop the rest. */
function processMessages(
  state: AmazonState,
  seller: Seller,
  messages: unknown[],
  { marketplaceIds, at }: { marketplaceIds: string[]; at: string },
): ProcessedMessages {
  const worked: ProcessedMessages = { issues: [], acceptedSkus: [], invalid: 0 }
  const seen = new Set<number>()
  for (const given of messages) {
    const read = FeedMessage.safeParse(given)
    const issues = read.success
      ? checkMessage(state, seller, read.data, marketplaceIds, seen)
      : [malformedIssue(given, firstReason(read.error))]
    worked.issues.push(...issues)
    if (!read.success || issues.some(isError)) {
      worked.invalid += 1
      continue
    }
    const { sku } = read.data
    const change = toChange(read.data)
    for (const marketplaceId of marketplaceIds)
      applySubmission(state, seller, { marketplaceId, sku, change, dueAt: at })
    worked.acceptedSkus.push(sku)
  }
  return worked
}

function checkMessage(
  state: AmazonState,
  seller: Seller,
  message: FeedMessage,
  marketplaceIds: string[],
  seen: Set<number>,
): ReportIssue[] {
  const { messageId, sku } = message
  if (seen.has(messageId)) return [malformedIssue(message, `the messageId ${messageId} is not unique`)]
  seen.add(messageId)
  const change = toChange(message)
  return marketplaceIds
    .flatMap((id) => checkChange(state, id, sku, change, findListing(seller.listings, id, sku)))
    .map((issue) => toReportIssue(issue, messageId, sku))
}

function toReportIssue(
  { code, severity, message, attributeNames }: Issue,
  messageId: number,
  sku: string,
): ReportIssue {
  const [attributeName] = attributeNames ?? []
  return { messageId, sku, code, severity, message, ...(attributeName !== undefined && { attributeName }) }
}

function malformedIssue(given: unknown, why: string): ReportIssue {
  const { messageId, sku } = (given ?? {}) as { messageId?: unknown; sku?: unknown }
  return {
    ...(Number.isInteger(messageId) && { messageId: Number(messageId) }),
    ...(typeof sku === 'string' && sku !== '' && { sku }),
    code: '4000001',
    severity: 'ERROR',
    message: `The message does not follow its schema: ${why}.`,
  }
}

/** The processing report: result of each message. */
function processingReport(
  state: AmazonState,
  seller: Seller,
  feed: Feed,
  file: FeedFile,
  worked: ProcessedMessages,
): object {
  const { issues, acceptedSkus, invalid } = worked
  const { report } = file.header
  const items = report ? viewItems(state, seller, feed, acceptedSkus, report.includedData) : null
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

function failureReport(seller: Seller, feed: Feed, why: string): object {
  return {
    header: { sellerId: seller.id, version: '2.0', feedId: feed.id },
    issues: [{ code: '4000000', severity: 'ERROR', message: why }],
    summary: { errors: 1, warnings: 0, messagesProcessed: 0, messagesAccepted: 0, messagesInvalid: 0 },
  }
}

type Included = NonNullable<FeedFile['header']['report']>['includedData']

function viewItems(state: AmazonState, seller: Seller, feed: Feed, skus: string[], included: Included) {
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
    views: found.map(({ sku, listed }) => viewListing(state, seller, sku, listed, included)),
  }
}

const countSeverity = (issues: { severity: string }[], severity: string) =>
  issues.filter((issue) => issue.severity === severity).length
