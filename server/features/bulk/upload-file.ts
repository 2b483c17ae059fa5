import type { BulkError, UploadPreview, UploadResult } from '#contract/bulk.ts'
import { formatMessage } from '#contract/i18n.ts'
import { sheetLabels } from '#contract/sheet.ts'
import { assertRisksConfirmed, toRiskQuestion } from '#server/features/products/risky-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Stopwatch } from '#server/platform/clock.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import type { FileInput } from '#server/platform/http/files.ts'
import { publishBulkChange, createProgressReporter, openDraft, type ProgressReporter, summaryOf } from './change-set.ts'
import { bulkTransaction, lockStagedRows } from './engine/bulk-transaction.ts'
import {
  analyzeStaging,
  countPlan,
  createPlan,
  createStaging,
  deletePlanRows,
  findViolations,
  type PlanCounts,
  stageUploadRows,
} from './engine/plan.ts'
import { previewPlan } from './engine/preview.ts'
import { listRisksOfPlan } from './engine/risks.ts'
import { countedAt, planChanges, recordChangedRows, writeChanges } from './engine/write-changes.ts'
import {
  alreadyApplied,
  type ChangeSet,
  finishDraft,
  firstErrors,
  getChangeSetOrThrow,
  replaceErrors,
} from './queries.ts'
import type { CheckedWorkbook } from './workbook/check-rows.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/**
 * Uploads a workbook: writes its valid rows in one transaction. The change set's id is an idempotency key: a repeated
 * call returns the first result.
 */
export async function uploadFile(
  ctx: CompanyContext,
  { changeSetId, file, stopwatch }: FileInput & { changeSetId?: string | undefined },
): Promise<UploadResult> {
  const draft = await openDraft(ctx, { changeSetId, file })
  if (draft.status !== 'draft') return ctx.transaction((tx) => uploadResult(tx, ctx, draft))
  const workbook = await readWorkbook(file)
  stopwatch.lap('parse')
  const { errors, ...counts } = await applyWorkbook(ctx, { draft, workbook, stopwatch })
  ctx.log.info({ kind: 'upload', ...counts, ms: stopwatch.laps }, 'bulk change')
  return { ...counts, errors }
}

type WorkbookUpload = { draft: ChangeSet; workbook: CheckedWorkbook; stopwatch: Stopwatch }

/**
 * Writes the rows of a draft and marks it as applied. A concurrent second call finds it applied and returns its result.
 */
export async function applyWorkbook(
  ctx: CompanyContext,
  { draft, workbook, stopwatch }: WorkbookUpload,
): Promise<UploadResult> {
  const { companyId } = ctx
  const progress = createProgressReporter(ctx, draft.id)
  const result = await bulkTransaction(ctx, async (tx) => {
    const { status } = await getChangeSetOrThrow(tx, draft.id)
    if (status === 'draft') {
      const checked = await checkUpload(tx, { companyId, changeSetId: draft.id, workbook, progress, isWritten: true })
      if (ctx.riskAnswer !== null) assertRisksConfirmed(ctx, await listRisksOfPlan(tx))
      stopwatch.lap('validate')
      await writeChecked(tx, ctx, { draft, checked, progress })
    }
    return uploadResult(tx, ctx, await getChangeSetOrThrow(tx, draft.id))
  })
  stopwatch.lap('write')
  await progress.settled()
  return result
}

type CheckedWrite = { draft: ChangeSet; checked: CheckedUpload; progress: ProgressReporter }

async function writeChecked(tx: Tx, ctx: CompanyContext, { draft, checked, progress }: CheckedWrite): Promise<void> {
  const { companyId } = ctx
  const { processed, created, updated, failed } = checked
  const counts = { processed, created, updated, failed }
  progress.report({ phase: 'writing', done: failed, total: processed })
  const readAt = countedAt(ctx.clock, checked.lastReadAt)
  await writeChanges(tx, { companyId, changes: planChanges, source: 'upload', readAt })
  progress.report({
    phase: 'writing',
    done: failed + Math.floor((processed - failed) * shareOfWriting),
    total: processed,
  })
  await recordChangedRows(tx, companyId, draft.id, planChanges)
  await progress.drop()
  const outcome = { ...counts, status: 'applied', summary: summaryOf(counts), appliedAt: ctx.clock.now() } as const
  await finishDraft(tx, draft.id, { ...outcome, phase: 'writing' })
  await recordAudit(tx, ctx, {
    action: 'upload.apply',
    resource: 'change-set',
    resourceId: draft.id,
    companyId,
    after: { fileName: draft.fileName, ...counts },
  })
  await publishBulkChange(tx, ctx)
}

/**
 * Share of the writing phase that `writeChanges` takes; `recordChangedRows` takes the rest. Measured with 50,000 rows.
 */
const shareOfWriting = 0.7

async function uploadResult(tx: Tx, ctx: CompanyContext, changeSet: ChangeSet): Promise<UploadResult> {
  const { id, processed, created, updated, failed } = changeSet
  const unchanged = processed - created - updated - failed
  const errors = forReader(ctx, await firstErrors(tx, id))
  return { changeSetId: id, processed, created, updated, unchanged, failed, errors }
}

const forReader = (ctx: CompanyContext, errors: readonly BulkError[]): BulkError[] =>
  errors.map((error) => ({ ...error, reason: translateStored(ctx, error.reason) }))

/** Checks a workbook and returns what it would change. Only the errors are stored, with the draft, for download. */
export async function previewUpload(
  ctx: CompanyContext,
  { changeSetId, file, stopwatch }: FileInput & { changeSetId?: string | undefined },
): Promise<UploadPreview> {
  const draft = await openDraft(ctx, { changeSetId, file })
  if (draft.status !== 'draft') throw alreadyApplied()
  const progress = createProgressReporter(ctx, draft.id)
  const workbook = await readWorkbook(file)
  stopwatch.lap('parse')
  const { companyId } = ctx
  const check = async (tx: Tx) => {
    const checked = await checkUpload(tx, { companyId, changeSetId: draft.id, workbook, progress, isWritten: false })
    const { processed, created, updated, unchanged, failed } = checked
    const counts = { processed, created, updated, failed }
    await progress.drop()
    const outcome = { ...counts, status: 'draft', summary: summaryOf(counts), appliedAt: null } as const
    await finishDraft(tx, draft.id, { ...outcome, phase: 'checking' })
    const risks = toRiskQuestion(await listRisksOfPlan(tx))
    return {
      ...counts,
      unchanged,
      ...(await previewPlan(tx)),
      risks,
      errors: forReader(ctx, await firstErrors(tx, draft.id)),
    }
  }
  const preview = await withHeavySlot(companyId, () => ctx.transaction(check))
  stopwatch.lap('validate')
  await progress.settled()
  const { sheetName, ignoredColumns } = workbook
  return { changeSetId: draft.id, fileName: file.name, sheetName, ignoredColumns, ...preview }
}

type UploadCheck = {
  companyId: string
  changeSetId: string
  workbook: CheckedWorkbook
  progress: ProgressReporter
  /** Whether the rows are written afterwards; then they are locked before they are planned. */
  isWritten: boolean
}

type CheckedUpload = PlanCounts & { processed: number; failed: number }

/** Creates the plan for the valid rows of a file and stores the errors of the others with the change set. */
async function checkUpload(tx: Tx, check: UploadCheck): Promise<CheckedUpload> {
  const { companyId, changeSetId, workbook, progress } = check
  await stageWorkbook(tx, workbook, progress)
  if (check.isWritten) await lockStagedRows(tx, companyId, 'code')
  await createPlan(tx, companyId, 'code')
  const violations = await findViolations(tx, companyId)
  const refused = [...new Set(violations.map(({ row }) => row))]
  await deletePlanRows(tx, refused)
  const broken = violations.map(({ row, column, reason }): BulkError => ({
    row,
    column: sheetLabels[column],
    reason: formatMessage(reason),
  }))
  await replaceErrors(tx, companyId, changeSetId, [...workbook.errors, ...broken])
  const { processed, good } = workbook
  return { ...(await countPlan(tx)), processed, failed: processed - good + refused.length }
}

async function stageWorkbook(
  tx: Tx,
  { chunks, processed, good }: CheckedWorkbook,
  progress: ProgressReporter,
): Promise<void> {
  await createStaging(tx)
  for (const [index, chunk] of chunks.entries()) {
    const done = processed - good + Math.floor((good * index) / chunks.length)
    progress.report({ phase: 'checking', done, total: processed })
    await stageUploadRows(tx, chunk)
  }
  await analyzeStaging(tx, good)
}
