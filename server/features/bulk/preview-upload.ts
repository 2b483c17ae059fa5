import type { UploadPreview } from '#contract/bulk.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { FileInput } from '#server/platform/http/files.ts'
import { checkUpload } from './check-upload.ts'
import { openDraft } from './draft.ts'
import { previewPlan } from './engine/preview.ts'
import { createProgressReporter } from './progress.ts'
import { finishDraft, alreadyApplied } from './queries/drafts.ts'
import { firstErrors } from './queries/errors.ts'
import { summaryOf } from './summary.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/** Says what a file would change. The draft keeps the errors, to be downloaded, and nothing else is written. */
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
    await progress.flush()
    const outcome = { ...counts, status: 'draft', summary: summaryOf(counts), appliedAt: null } as const
    await finishDraft(tx, draft.id, { ...outcome, phase: 'checking' })
    return { ...counts, unchanged, ...(await previewPlan(tx)), errors: await firstErrors(tx, draft.id) }
  }
  const preview = await withHeavySlot(companyId, () => ctx.transaction(check))
  stopwatch.lap('validate')
  const { sheetName, ignoredColumns } = workbook
  return { changeSetId: draft.id, fileName: file.name, sheetName, ignoredColumns, ...preview }
}
