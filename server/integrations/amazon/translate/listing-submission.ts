import type { AnswerOf } from '../operation.ts'
import type { putListingsItem } from '../operations/listings.ts'
import { readListingIssue, type ReadIssue } from './listing-issue.ts'
import { matchSpelling } from './word.ts'

/** `queued`: Amazon works on it. `valid`: it was only a rehearsal, and went well. */
export type SubmissionOutcome = 'queued' | 'valid' | 'refused'

export type Submission = {
  /** Null for a word we don't know: nobody can say whether it will be done. */
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
