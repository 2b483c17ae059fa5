import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import type { UploadedFile } from '#server/platform/http/files.ts'
import { newId } from '#server/platform/ids.ts'
import { type ChangeSet, deleteDraftsBefore, insertDraft, setProgress, type UploadStep } from './queries.ts'

/** The columns that every new change set has: company, author and time. */
export const changeSetHeader = (ctx: CompanyContext) => ({
  companyId: ctx.companyId,
  userId: ctx.actor.type === 'user' ? ctx.actor.userId : null,
  actorName: ctx.actor.name,
  createdAt: ctx.clock.now(),
})

export async function publishBulkChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'products')
  await ctx.publishChange(tx, 'inventory')
  await ctx.publishChange(tx, 'bulk')
}

type ChangeFigures = { created: number; updated: number }

/** The summary of a change set, such as "42 SKUs changed, 3 added". */
export function summaryOf({ created, updated }: ChangeFigures): string {
  if (updated === 0 && created === 0) return 'Nothing changed'
  if (updated === 0) return `${skus(created)} added`
  return `${skus(updated)} changed${created > 0 ? `, ${figure(created)} added` : ''}`
}

type UndoFigures = Pick<ChangeSet, 'fileName'> & {
  kind?: ChangeSet['kind']
  undone: number
  removed: number
  conflicted: number
}

/** The summary of an undo, such as "Undo of prices.xlsx: 42 SKUs restored, 8 removed, 3 left alone". */
export function summaryOfUndo({ kind, fileName, undone, removed, conflicted }: UndoFigures): string {
  const fates = [
    { count: undone - removed, fate: 'restored' },
    { count: removed, fate: 'removed' },
    { count: conflicted, fate: 'left alone' },
  ].filter(({ count }) => count > 0)
  const phrases = fates.map(({ count, fate }, index) => `${index === 0 ? skus(count) : figure(count)} ${fate}`)
  return `Undo of ${fileName ?? (kind === 'adjustment' ? 'a typed quantity' : 'a sheet save')}: ${phrases.join(', ')}`
}

const figure = (count: number) => count.toLocaleString('en-US')

const skus = (count: number) => `${figure(count)} ${count === 1 ? 'SKU' : 'SKUs'}`

/**
 * Creates the change set of a preview or an upload in status `draft`, so that its progress can be read. The caller may
 * choose its id as an idempotency key: a repeated call finds the same draft, provided the file is the same.
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
    throw new AppError('conflict', say('This id belongs to another bulk change. Choose the file again.'))
  }
  return changeSet
}

const minIntervalMs = 250

export type ProgressReporter = {
  report(step: UploadStep): void
  /**
   * Forgets what is not written yet. Called by the transaction that finishes the draft. It waits for a write that has its
   * connection, but for none that needs one: edits that wait for the locks of this transaction may hold all of them.
   */
  drop(): Promise<void>
  /** Resolves when no write is under way. Never awaited inside a transaction. */
  settled(): Promise<void>
}

/**
 * Writes an upload's progress to its draft in separate transactions, at most every 250 ms per phase. A failure is
 * logged and never delays or fails the upload.
 */
export function createProgressReporter(ctx: CompanyContext, changeSetId: string): ProgressReporter {
  let last = { phase: 'reading', at: 0 }
  let pending = Promise.resolve()
  let underWay = Promise.resolve()
  let dropped = 0
  const write = (step: UploadStep, droppedBefore: number) =>
    ctx
      .transaction(async (tx) => {
        if (dropped === droppedBefore) await (underWay = setProgress(tx, changeSetId, step))
      })
      .catch((error: unknown) =>
        ctx.log.warn(
          { err: error, changeSetId },
          'bulk: could not write the progress of an upload; the upload continues',
        ),
      )
  return {
    report(step) {
      const now = performance.now()
      if (step.phase === last.phase && now - last.at < minIntervalMs) return
      last = { phase: step.phase, at: now }
      const droppedBefore = dropped
      pending = pending.then(() => write(step, droppedBefore))
    },
    async drop() {
      dropped++
      await underWay.catch(() => {})
    },
    settled: () => pending,
  }
}

const dayInMilliseconds = 24 * 3_600_000

/**
 * Hourly job: deletes drafts older than a day. Previews that were not applied and uploads whose process was killed leave
 * such drafts.
 */
export async function purgeDrafts(ctx: PlatformContext): Promise<{ dropped: number }> {
  const before = new Date(ctx.clock.now().getTime() - dayInMilliseconds)
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let dropped = 0
  for (const { id } of all) dropped += await ctx.transaction((tx) => deleteDraftsBefore(tx, before), id)
  return { dropped }
}
