import { z } from 'zod'
import { formatMessage, say } from '#contract/i18n.ts'
import { issueSeverities, type IssueSeverity } from '#contract/marketplace-values.ts'
import type { ListingIssue } from '#contract/two-way.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import { parseStorableJson } from '../http.ts'
import type { AnswerOf } from '../operation.ts'
import type { ListingIssue as AmazonIssue, putListingsItem } from '../operations/listings.ts'
import { list, maybe } from '../operations/response-schemas.ts'
import { matchSpelling } from './amazon-values.ts'

/** An unknown severity is shown as a warning. */
export const toListingIssue = ({ code, message, severity, attributes }: ReadIssue): ListingIssue => ({
  code,
  message,
  severity: severity ?? 'warning',
  attributes,
})

const noReason: ListingIssue = {
  code: 'no_reason',
  message: formatMessage(say('Amazon didn’t accept this and gave no reason.')),
  severity: 'error',
  attributes: [],
}

export function toWriteResult({ outcome, issues: read }: Submission): ListingWriteResult {
  const issues = read.map(toListingIssue)
  if (outcome === 'queued' || outcome === 'valid') return { isAccepted: true, issues }
  return { isAccepted: false, issues: issues.some(isError) ? issues : [...issues, noReason] }
}

/** Results by SKU. A SKU without an issue was accepted. */
export function toWriteResults({ issues }: FeedReport): Record<string, ListingWriteResult> {
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

/** `queued`: accepted for processing. `valid`: a preview without errors. */
export type SubmissionOutcome = 'queued' | 'valid' | 'refused'

type Submission = {
  /** Null for an unknown status: it is uncertain whether the change will be made. */
  outcome: SubmissionOutcome | null
  issues: ReadIssue[]
}

export function readSubmission(answer: AnswerOf<typeof putListingsItem>): Submission {
  return { outcome: readOutcome(answer.status), issues: answer.issues.map(readListingIssue) }
}

function readOutcome(spelled: string): SubmissionOutcome | null {
  const word = matchSpelling(['ACCEPTED', 'VALID', 'INVALID'], spelled)
  switch (word) {
    case 'ACCEPTED':
      return 'queued'
    case 'VALID':
      return 'valid'
    case 'INVALID':
      return 'refused'
    case null:
      return null
  }
}

const ReportFile = z.object({
  summary: z.object({ messagesProcessed: z.int(), messagesAccepted: z.int(), messagesInvalid: z.int() }),
  issues: list(
    z.object({
      messageId: maybe(z.int()),
      sku: maybe(z.string()),
      code: maybe(z.string()),
      severity: z.string(),
      message: z.string(),
      attributeName: maybe(z.string()),
    }),
  ),
})

type FeedIssue = {
  /** Our message number; null when the issue concerns the whole feed. */
  messageId: number | null
  sku: string | null
  code: string | null
  message: string
  severity: IssueSeverity | null
  attribute: string | null
}

export type FeedReport = { processed: number; accepted: number; refused: number; issues: FeedIssue[] }

/** Parses the processing report. A feed that is DONE may still have rejected every message. */
export function readFeedReport(file: string): FeedReport {
  const { summary, issues } = parseReport(file)
  return {
    processed: summary.messagesProcessed,
    accepted: summary.messagesAccepted,
    refused: summary.messagesInvalid,
    issues: issues.map(({ attributeName, severity, ...issue }) => ({
      ...issue,
      severity: readSeverity(severity),
      attribute: attributeName,
    })),
  }
}

/** `Unavailable`, because a truncated file is worth downloading again. */
function parseReport(file: string): z.output<typeof ReportFile> {
  try {
    return ReportFile.parse(parseStorableJson(file))
  } catch (cause) {
    throw new Unavailable(say('Amazon’s report on the feed can’t be read'), { cause })
  }
}

type ReadIssue = {
  code: string
  /** Amazon's text, in the requested language. */
  message: string
  /** Null for an unknown severity. */
  severity: IssueSeverity | null
  attributes: string[]
  /** Amazon's enforcement actions, such as SEARCH_SUPPRESSED. */
  enforcements: string[]
  /** Empty when the issue concerns all marketplaces. */
  marketplaceIds: string[]
}

const readSeverity = (spelled: string) => matchSpelling(issueSeverities, spelled)

export function readListingIssue(issue: z.output<typeof AmazonIssue>): ReadIssue {
  return {
    code: issue.code,
    message: issue.message,
    severity: readSeverity(issue.severity),
    attributes: issue.attributeNames,
    enforcements: (issue.enforcements?.actions ?? []).map(({ action }) => action),
    marketplaceIds: issue.marketplaceIds,
  }
}
