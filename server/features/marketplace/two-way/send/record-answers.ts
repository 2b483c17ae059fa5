import { formatMessage, say } from '#contract/i18n.ts'
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
  /** The next batch; null when nothing is left. */
  prepare(tx: Tx): Promise<readonly Prepared[] | null>
  send(prepared: Prepared): Promise<ChangeAnswer[]>
}

/** Sent concurrently, and the most that is sent again after a crash. */
export const skusPerBatch = 20

/** Sends changes in batches. Answers are stored even if other calls of the batch fail. */
export async function sendInBatches<Prepared>(
  twoWay: TwoWaySync,
  marketplaceId: string,
  before: TwoWayProgress,
  { prepare, send }: BatchSender<Prepared>,
): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const prepared = await withRunLock(twoWay, prepare)
    if (!prepared) return progress
    const results = await Promise.allSettled(prepared.map(send))
    progress = await commitStep(twoWay, async (tx) => {
      const answers = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      await recordAnswers(tx, twoWay, marketplaceId, answers)
      return progress
    })
    const failure = results.find((one) => one.status === 'rejected')
    if (failure) throw failure.reason
  }
}

/** Stores Amazon's answers with the changes and with the listings. */
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

/** A refusal of several fields is reported with each of them. */
const unique = (issues: readonly ListingIssue[]): ListingIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values(),
]

/** Amazon's answer to a change. `reason` is the refusal. */
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
  return errors.length > 0
    ? [...new Set(errors)].join(' ')
    : formatMessage(say('Amazon refused it without giving a reason.'))
}

/** Error codes that do not concern a single SKU, or after which the change may have been accepted. */
const noResult = new Set(['no_permission', 'wrong_marketplace', 'invalid_client', 'bad_token_request', 'unknown_shape'])

/** A refusal of one SKU is a result, not a failure of the sync. */
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
 * Adds values that are about to be sent and drops rejected ones. A value that the same run has added before (crash or
 * lost answer) is not added twice.
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

/** A rejected value cannot appear at Amazon any more, and is not sent again. */
function markRejected(sent: StoredSent, values: readonly FieldValue[]): StoredSent {
  const updated = { ...sent }
  for (const { field, value } of values) {
    const before = updated[field] ?? []
    const refused = before.findLastIndex((one) => one.value === value)
    updated[field] = before.map((one, index) => (index === refused ? { ...one, isRejected: true } : one))
  }
  return updated
}
