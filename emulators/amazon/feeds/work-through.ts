import { applySubmission } from '../listings/carry-out.ts'
import { checkChange } from '../listings/check-change.ts'
import { isError, type Issue } from '../listings/issue.ts'
import { findListing } from '../listings/listing.ts'
import type { Seller, AmazonState } from '../world.ts'
import { firstReason } from './feed-file.ts'
import { toChange, FeedMessage } from './message.ts'
import type { ReportIssue } from './report-issue.ts'

export type ProcessedMessages = { issues: ReportIssue[]; acceptedSkus: string[]; invalid: number }

/** Does one message after the other; a bad one doesn't hold up the rest. */
export function processMessages(
  world: AmazonState,
  seller: Seller,
  messages: unknown[],
  { marketplaceIds, at }: { marketplaceIds: string[]; at: string },
): ProcessedMessages {
  const worked: ProcessedMessages = { issues: [], acceptedSkus: [], invalid: 0 }
  const seen = new Set<number>()
  for (const given of messages) {
    const read = FeedMessage.safeParse(given)
    const issues = read.success
      ? checkMessage(world, seller, read.data, marketplaceIds, seen)
      : [malformedIssue(given, firstReason(read.error))]
    worked.issues.push(...issues)
    if (!read.success || issues.some(isError)) {
      worked.invalid += 1
      continue
    }
    const { sku } = read.data
    const change = toChange(read.data)
    for (const marketplaceId of marketplaceIds)
      applySubmission(world, seller, { marketplaceId, sku, change, dueAt: at })
    worked.acceptedSkus.push(sku)
  }
  return worked
}

function checkMessage(
  world: AmazonState,
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
    .flatMap((id) => checkChange(world, id, sku, change, findListing(seller.listings, id, sku)))
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
