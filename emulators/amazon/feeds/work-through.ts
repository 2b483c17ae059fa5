import { carryOut } from '../listings/carry-out.ts'
import { checkChange } from '../listings/check-change.ts'
import { isError, type Issue } from '../listings/issue.ts'
import { findListing } from '../listings/listing.ts'
import type { Seller, World } from '../world.ts'
import { firstReason } from './feed-file.ts'
import { changeOf, Message } from './message.ts'
import type { ReportIssue } from './report-issue.ts'

export type Worked = { issues: ReportIssue[]; acceptedSkus: string[]; invalid: number }

/** Does one message after the other; a bad one doesn't hold up the rest. */
export function workThrough(
  world: World,
  seller: Seller,
  messages: unknown[],
  { marketplaceIds, at }: { marketplaceIds: string[]; at: string },
): Worked {
  const worked: Worked = { issues: [], acceptedSkus: [], invalid: 0 }
  const seen = new Set<number>()
  for (const given of messages) {
    const read = Message.safeParse(given)
    const issues = read.success
      ? checkMessage(world, seller, read.data, marketplaceIds, seen)
      : [malformed(given, firstReason(read.error))]
    worked.issues.push(...issues)
    if (!read.success || issues.some(isError)) {
      worked.invalid += 1
      continue
    }
    const { sku } = read.data
    const change = changeOf(read.data)
    for (const marketplaceId of marketplaceIds) carryOut(world, seller, { marketplaceId, sku, change, dueAt: at })
    worked.acceptedSkus.push(sku)
  }
  return worked
}

function checkMessage(
  world: World,
  seller: Seller,
  message: Message,
  marketplaceIds: string[],
  seen: Set<number>,
): ReportIssue[] {
  const { messageId, sku } = message
  if (seen.has(messageId)) return [malformed(message, `the messageId ${messageId} is not unique`)]
  seen.add(messageId)
  const change = changeOf(message)
  return marketplaceIds
    .flatMap((id) => checkChange(world, id, sku, change, findListing(seller.listings, id, sku)))
    .map((issue) => reported(issue, messageId, sku))
}

function reported({ code, severity, message, attributeNames }: Issue, messageId: number, sku: string): ReportIssue {
  const [attributeName] = attributeNames ?? []
  return { messageId, sku, code, severity, message, ...(attributeName !== undefined && { attributeName }) }
}

function malformed(given: unknown, why: string): ReportIssue {
  const { messageId, sku } = (given ?? {}) as { messageId?: unknown; sku?: unknown }
  return {
    ...(Number.isInteger(messageId) && { messageId: Number(messageId) }),
    ...(typeof sku === 'string' && sku !== '' && { sku }),
    code: '4000001',
    severity: 'ERROR',
    message: `The message does not follow its schema: ${why}.`,
  }
}
