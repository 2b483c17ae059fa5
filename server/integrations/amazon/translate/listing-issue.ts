import type { z } from 'zod'
import { issueSeverities, type IssueSeverity } from '#contract/marketplace-values.ts'
import type { ListingIssue as AmazonIssue } from '../operations/listings.ts'
import { matchSpelling } from './word.ts'

export type ReadIssue = {
  code: string
  /** Amazon's own sentence, in the language asked for. */
  message: string
  /** Null for a word we don't know. */
  severity: IssueSeverity | null
  attributes: string[]
  /** What Amazon did about it, in its words, such as SEARCH_SUPPRESSED. */
  enforcements: string[]
  /** Empty when it holds everywhere. */
  marketplaceIds: string[]
}

export const readSeverity = (spelled: string) => matchSpelling(issueSeverities, spelled)

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
