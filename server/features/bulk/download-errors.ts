import type { BulkError } from '#contract/bulk.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/spreadsheet/export-file.ts'
import { getChangeSetOrThrow } from './queries/change-sets.ts'
import { nextErrors } from './queries/errors.ts'
import { errorsFile } from './workbook/errors-file.ts'

export async function downloadErrors(ctx: CompanyContext, { changeSetId }: { changeSetId: string }): Promise<Download> {
  const { fileName } = await ctx.read((tx) => getChangeSetOrThrow(tx, changeSetId))
  return errorsFile(fileName ?? 'sheet', errorBatches(ctx, changeSetId))
}

/** A transaction per batch, so that a slow reader holds no connection. */
async function* errorBatches(ctx: CompanyContext, changeSetId: string): AsyncGenerator<BulkError[]> {
  for (let last: BulkError | undefined; ;) {
    const after = last
    const errors = await ctx.read((tx) => nextErrors(tx, changeSetId, after))
    if (errors.length === 0) return
    yield errors
    last = errors.at(-1)
  }
}
