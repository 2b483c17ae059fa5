import type { ListingIssue } from '#contract/two-way.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import type { FeedIssue, FeedReport } from './feed-report.ts'
import type { ReadIssue } from './listing-issue.ts'
import type { Submission } from './listing-submission.ts'

/** A severity that we don't know is shown like a warning: it is not known to stand in the way, but worth a look. */
export const toListingIssue = ({ code, message, severity, attributes }: ReadIssue): ListingIssue => ({
  code,
  message,
  severity: severity ?? 'warning',
  attributes,
})

const noReason: ListingIssue = {
  code: 'no_reason',
  message: 'Amazon did not accept this and gave no reason.',
  severity: 'error',
  attributes: [],
}

export function toSendResult({ outcome, issues: read }: Submission): ListingWriteResult {
  const issues = read.map(toListingIssue)
  if (outcome === 'queued' || outcome === 'valid') return { isAccepted: true, issues }
  return { isAccepted: false, issues: issues.some(isError) ? issues : [...issues, noReason] }
}

/** By SKU; a message that has no issue was accepted. */
export function toSendResults({ issues }: FeedReport): Record<string, ListingWriteResult> {
  const bySku = Object.groupBy(
    issues.filter(({ sku }) => sku),
    ({ sku }) => sku ?? '',
  )
  return Object.fromEntries(
    Object.entries(bySku).map(([sku, found = []]) => {
      const written = found.map(toFeedListingIssue)
      return [sku, { isAccepted: !written.some(isError), issues: written }]
    }),
  )
}

const toFeedListingIssue = ({ code, message, severity, attribute }: FeedIssue): ListingIssue => ({
  code: code ?? '',
  message,
  severity: severity ?? 'warning',
  attributes: attribute ? [attribute] : [],
})

const isError = ({ severity }: ListingIssue) => severity === 'error'
