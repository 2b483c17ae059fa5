import { randomUUID } from 'node:crypto'
import type { Answer, Call } from '../operation.ts'
import type { Parameters } from '../parameters.ts'
import { secondsAfter } from '../seconds-after.ts'
import { upcomingListing } from './carry-out.ts'
import { checkChange } from './check-change.ts'
import { isError } from './issue.ts'
import type { Change, Submission } from './submission.ts'

/** Accepts a change for later, or says what is wrong with it: either way with a 200. */
export function submitChange(call: Call, read: Parameters, marketplaceIds: string[], change: Change): Answer {
  const { state, seller, params } = call
  const sku = params['sku'] ?? ''
  const isPreview = read.choice('mode', ['VALIDATION_PREVIEW']) !== undefined
  const included = read.choices('includedData', ['identifiers', 'issues'])
  const current = marketplaceIds.map((id) => ({ id, listing: upcomingListing(state, seller, id, sku) }))
  const issues = current.flatMap(({ id, listing }) => checkChange(state, id, sku, change, listing))
  const isRefused = issues.some(isError)
  if (!isRefused && !isPreview)
    for (const marketplaceId of marketplaceIds) enqueueSubmission(call, { marketplaceId, sku, change })

  const identifiers = current.flatMap(({ id, listing }) => (listing ? [{ marketplaceId: id, asin: listing.asin }] : []))
  return {
    status: 200,
    body: {
      sku,
      status: isRefused ? 'INVALID' : isPreview ? 'VALID' : 'ACCEPTED',
      submissionId: randomUUID().replaceAll('-', ''),
      ...((included.length === 0 || included.includes('issues')) && { issues }),
      ...(included.includes('identifiers') && { identifiers }),
    },
  }
}

/** What came later is never done earlier, even if Amazon has become quicker meanwhile. */
function enqueueSubmission({ state, seller, now }: Call, submission: Omit<Submission, 'dueAt'>): void {
  const soonest = secondsAfter(now, state.processing.listing)
  const last = seller.submissions.at(-1)?.dueAt ?? ''
  const dueAt = last > soonest ? last : soonest
  seller.submissions.push({ ...submission, dueAt })
}
