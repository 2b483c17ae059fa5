import type { ListingIssue } from '#contract/two-way.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordChangeOutcomes } from '../queries/changes.ts'
import type { StoredSent } from '../queries/kept.ts'
import type { TwoWaySync } from '../two-way.ts'
import type { ChangeAnswer } from './answers.ts'
import { markRejected } from './note-sent.ts'
import { recordListingAnswers, readSent, type ListingAnswer } from './queries/sent-listings.ts'

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
