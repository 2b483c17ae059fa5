import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { UploadedFile } from '#server/platform/http/files.ts'
import { newId } from '#server/platform/ids.ts'
import type { ChangeSet } from './queries/change-sets.ts'
import { insertDraft } from './queries/drafts.ts'
import { summaryOf } from './summary.ts'

/**
 * Opens the change set of a check or an upload, so that others can see how far it is. The caller may have named it: a
 * repeated call finds it again, but only with the same file.
 */
export async function openDraft(
  ctx: CompanyContext,
  { changeSetId = newId(), file }: { changeSetId?: string | undefined; file: UploadedFile },
): Promise<ChangeSet> {
  const fileHash = createHash('sha256').update(file.bytes).digest('hex')
  const changeSet = await ctx.transaction((tx) =>
    insertDraft(tx, {
      ...changeSetHeader(ctx),
      id: changeSetId,
      kind: 'upload',
      status: 'draft',
      summary: summaryOf({ created: 0, updated: 0 }),
      fileName: file.name.slice(0, 255),
      fileHash,
      phase: 'reading',
    }),
  )
  if (changeSet.kind !== 'upload' || changeSet.fileHash !== fileHash) {
    throw new AppError('conflict', 'This id belongs to another bulk change. Choose the file again.')
  }
  return changeSet
}

/** The fields that every change set begins with. */
export const changeSetHeader = (ctx: CompanyContext) => ({
  companyId: ctx.companyId,
  userId: ctx.actor.type === 'user' ? ctx.actor.userId : null,
  actorName: ctx.actor.name,
  createdAt: ctx.clock.now(),
})
