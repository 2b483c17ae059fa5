import type { ListingField } from '#contract/marketplace-values.ts'
import type { ListingIssue } from '#contract/two-way.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import { recordChangeOutcomes, type StoredSent } from '../queries.ts'
import { commitStep, type TwoWayProgress, type TwoWaySync, withRunLock } from '../two-way-run.ts'
import { type ChangeToSend, type ListingAnswer, readSent, recordListingAnswers } from './queries.ts'

type BatchSender<Prepared> = {
  /** What is to be asked next; null when nothing is left. */
  prepare(tx: Tx): Promise<readonly Prepared[] | null>
  ask(prepared: Prepared): Promise<ChangeAnswer[]>
}

/** So many wait for their turn at Amazon together; a crash leaves no more than these to be asked again. */
export const skusPerBatch = 20

/** Asks Amazon some things at a time. What it answered is written down, even when it then fails to answer the rest. */
export async function sendInBatches<Prepared>(
  twoWay: TwoWaySync,
  marketplaceId: string,
  before: TwoWayProgress,
  { prepare, ask }: BatchSender<Prepared>,
): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const prepared = await withRunLock(twoWay, prepare)
    if (!prepared) return progress
    const asked = await Promise.allSettled(prepared.map(ask))
    progress = await commitStep(twoWay, async (tx) => {
      const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      await recordAnswers(tx, twoWay, marketplaceId, answers)
      return progress
    })
    const failure = asked.find((one) => one.status === 'rejected')
    if (failure) throw failure.reason
  }
}

/** Writes down what Amazon said, at the change and at the listing. */
export async function recordAnswers(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  marketplaceId: string,
  answers: readonly ChangeAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  await recordChangeOutcomes(
    tx,
    companyId,
    answers.map(({ change, reason }) => ({ id: change.id, outcome: reason === null ? 'sent' : 'rejected', reason })),
  )
  const bySku = Map.groupBy(answers, ({ change }) => change.skuId)
  const sent = await readSent(tx, place, [...bySku.keys()])
  const listingAnswers = [...bySku].map(([skuId, ofSku]) => toListingAnswer(skuId, ofSku, sent.get(skuId) ?? {}))
  await recordListingAnswers(tx, place, listingAnswers, ctx.clock.now())
  const rejected = answers.filter(({ reason }) => reason !== null).length
  await recordAudit(tx, ctx, {
    action: 'amazon.send-changes',
    resource: 'sync-run',
    resourceId: run.id,
    companyId,
    after: { marketplaceId, skus: bySku.size, sent: answers.length - rejected, rejected },
  })
}

function toListingAnswer(skuId: string, answers: readonly ChangeAnswer[], sent: StoredSent): ListingAnswer {
  const refused = answers.filter(({ reason }) => reason !== null)
  const issues = (refused.length > 0 ? refused : answers).flatMap((answer) => answer.issues)
  return {
    skuId,
    sent: markRejected(
      sent,
      refused.map(({ change }) => ({ field: change.field, value: change.ours })),
    ),
    sendError: refused.length > 0 ? [...new Set(refused.map(({ reason }) => reason))].join(' ') : null,
    issues: issues.length > 0 ? unique(issues) : null,
  }
}

/** One refusal of several fields is told with each of them. */
const unique = (issues: readonly ListingIssue[]): ListingIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values(),
]

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

export type FieldValue = { field: ListingField; value: string | null }

/**
 * Adds what is about to be sent, in the place of what was refused before. What the same run has noted before is sent
 * once more after a crash or a lost answer, and stands there once.
 */
export function addSent(
  sent: StoredSent,
  values: readonly FieldValue[],
  { at, since }: { at: Date; since: Date },
): StoredSent {
  const updated = { ...sent }
  for (const { field, value } of values) {
    const before = (updated[field] ?? []).filter(({ isRejected }) => !isRejected)
    const last = before.at(-1)
    const isAgain = last?.value === value && last.at >= since
    updated[field] = isAgain ? before : [...before, { value, at, isRejected: false }]
  }
  return updated
}

/** Amazon said no to it, so that it can't land any more, and sending it again would be in vain. */
function markRejected(sent: StoredSent, values: readonly FieldValue[]): StoredSent {
  const updated = { ...sent }
  for (const { field, value } of values) {
    const before = updated[field] ?? []
    const refused = before.findLastIndex((one) => one.value === value)
    updated[field] = before.map((one, index) => (index === refused ? { ...one, isRejected: true } : one))
  }
  return updated
}
