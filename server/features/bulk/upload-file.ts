import type { UploadResult } from '#contract/bulk.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { FileInput } from '#server/platform/http/files.ts'
import { applyWorkbook, uploadResult } from './apply-workbook.ts'
import { openDraft } from './draft.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/** Applies the good rows of a file, all or none of them. Repeated under the same id it answers the first result. */
export async function uploadFile(
  ctx: CompanyContext,
  { changeSetId, file, stopwatch }: FileInput & { changeSetId?: string | undefined },
): Promise<UploadResult> {
  const draft = await openDraft(ctx, { changeSetId, file })
  if (draft.status !== 'draft') return ctx.transaction((tx) => uploadResult(tx, draft))
  const workbook = await readWorkbook(file)
  stopwatch.lap('parse')
  const { errors, ...counts } = await applyWorkbook(ctx, { draft, workbook, stopwatch })
  ctx.log.info({ kind: 'upload', ...counts, ms: stopwatch.laps }, 'bulk change')
  return { ...counts, errors }
}
