import type { BulkError } from '#contract/bulk.ts'
import { sheetLabels } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockStagedRows } from './engine/locks.ts'
import { countPlan, deletePlanRows, createPlan, type PlanCounts } from './engine/plan.ts'
import { findViolations } from './engine/refusals.ts'
import { analyzeStaging, createStaging, stageUploadRows } from './engine/stage.ts'
import type { ProgressReporter } from './progress.ts'
import { replaceErrors } from './queries/errors.ts'
import type { CheckedWorkbook } from './workbook/checked-workbook.ts'

type UploadCheck = {
  companyId: string
  changeSetId: string
  workbook: CheckedWorkbook
  progress: ProgressReporter
  /** Locked rows stay as they are planned until they are written. */
  isWritten: boolean
}

export type CheckedUpload = PlanCounts & { processed: number; failed: number }

/** Plans the rows of a file that can be written, and keeps the errors of the others with the change set. */
export async function checkUpload(tx: Tx, check: UploadCheck): Promise<CheckedUpload> {
  const { companyId, changeSetId, workbook, progress } = check
  await stageWorkbook(tx, workbook, progress)
  if (check.isWritten) await lockStagedRows(tx, companyId, 'code')
  await createPlan(tx, companyId, 'code')
  const refusals = await findViolations(tx, companyId)
  const refused = [...new Set(refusals.map(({ row }) => row))]
  await deletePlanRows(tx, refused)
  const broken = refusals.map(({ column, ...refusal }): BulkError => ({ ...refusal, column: sheetLabels[column] }))
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
  await analyzeStaging(tx)
}
