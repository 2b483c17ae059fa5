import { z } from 'zod'
import type { IssueSeverity } from '#contract/marketplace-values.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { parseStorableJson } from '../json.ts'
import { list, maybe } from '../operations/answer.ts'
import { readSeverity } from './listing-issue.ts'

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

export type FeedIssue = {
  /** The number we gave the message; null when the whole feed is meant. */
  messageId: number | null
  sku: string | null
  code: string | null
  message: string
  severity: IssueSeverity | null
  attribute: string | null
}

export type FeedReport = { processed: number; accepted: number; refused: number; issues: FeedIssue[] }

/** What became of each message of a feed. A feed that is done can still have been refused in every part. */
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

/** A file that is cut short is worth fetching again. */
function parseReport(file: string): z.output<typeof ReportFile> {
  try {
    return ReportFile.parse(parseStorableJson(file))
  } catch (cause) {
    throw new Unavailable('Amazon’s report on the feed can’t be read', { cause })
  }
}
