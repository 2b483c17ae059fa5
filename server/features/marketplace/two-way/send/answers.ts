import type { ListingIssue } from '#contract/two-way.ts'
import type { ListingField } from '#contract/marketplace-values.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import type { ChangeToSend } from './queries/planned.ts'

/** What Amazon said to a change. `reason` is its no, in a sentence. */
export type ChangeAnswer = {
  change: ChangeToSend<ListingField>
  issues: readonly ListingIssue[]
  reason: string | null
}

export const toAnswers = (
  changes: readonly ChangeToSend<ListingField>[],
  { isAccepted, issues }: ListingWriteResult,
): ChangeAnswer[] => changes.map((change) => ({ change, issues, reason: isAccepted ? null : reasonOf(issues) }))

function reasonOf(issues: readonly ListingIssue[]): string {
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  return errors.length > 0 ? [...new Set(errors)].join(' ') : 'Amazon refused it and did not say why.'
}

/** Refusals that are not about one SKU, and an answer that may have been a yes. */
const noResult = new Set(['no_permission', 'wrong_marketplace', 'invalid_client', 'bad_token_request', 'unknown_shape'])

/** A no to one SKU is that SKU's result, not the end of the sync. */
export function toSendResult(error: unknown): ListingWriteResult {
  if (!(error instanceof Rejected) || noResult.has(error.code ?? '')) throw error
  return refusal(error.message, error.code)
}

export const refusal = (message: string, code = ''): ListingWriteResult => ({
  isAccepted: false,
  issues: [{ code, message, severity: 'error', attributes: [] }],
})
