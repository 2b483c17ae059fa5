import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { markVanished, vanishedSkus } from '#server/features/products/amazon-sku-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { CatalogJobs } from '#server/platform/jobs/catalog.ts'
import type { PayloadOf } from '#server/platform/jobs/definition.ts'
import { type ActiveAccount, listActiveAccounts, recordAccountSynced } from '../account-queries.ts'
import { getAmazonOrThrow } from '../amazon-access.ts'
import { recordMissing, totalDifferences } from './drift.ts'
import { createProgressNotifier, executeRun } from './execute-run.ts'
import { findRowsOfLastFullRead } from './list-runs.ts'
import { type CauseCounts, type InventorySync, parseCheckpoint, type Progress } from './progress.ts'
import { readInventory } from './read-inventory.ts'
import { openRun } from './request-sync.ts'
import { endRun, lockRun, saveProgress } from './run-queries.ts'

type Payload = PayloadOf<CatalogJobs, 'inventory.sync'>

/**
 * Job `inventory.sync`. With a run id it continues that run; without one it reads one account or all, one after
 * another.
 */
export async function runInventorySync(ctx: CompanyContext, payload: Payload): Promise<object> {
  if (payload.runId) return executeInventoryRun(ctx, payload.runId)
  const accounts = await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))
  const chosen = accounts.filter(({ id }) => payload.accountId === undefined || id === payload.accountId)
  if (chosen.length === 0) throw new AppError('conflict', say('No Amazon account is connected.'))
  const results: object[] = []
  for (const account of chosen) {
    const runId = await startManualRun(ctx, account, payload.mode ?? 'full')
    results.push({ account: account.name, ...(await executeInventoryRun(ctx, runId)) })
  }
  return { accounts: results }
}

async function startManualRun(ctx: CompanyContext, account: ActiveAccount, mode: 'full' | 'delta'): Promise<string> {
  const request = { accountId: account.id, kind: 'inventory', mode, requestedBy: ctx.actor.name } as const
  const { runId, isNew } = await ctx.transaction((tx) => openRun(tx, ctx, request))
  if (!isNew) throw new AppError('conflict', say('{name} is already syncing.', { name: account.name }))
  return runId
}

/** Continues an inventory sync from its checkpoint. */
export async function executeInventoryRun(ctx: CompanyContext, runId: string): Promise<object> {
  return executeRun(ctx, runId, {
    name: 'inventory sync',
    parseCheckpoint,
    work: async (run, account) => {
      const sync = { ctx, run, account, marketplace: getAmazonOrThrow(ctx), notifier: createProgressNotifier(ctx) }
      return finishRun(sync, await readInventory(sync))
    },
  })
}

type SyncResult = {
  read: number
  changed: number
  created: number
  missing: number
  elsewhere: number
  differences: number
  causes: CauseCounts
  waited: number
  parsed: number
  written: number
}

/** Ends a run that has read everything: marks SKUs that a full read lacked and sets the account's sync date. */
async function finishRun(sync: InventorySync, progress: Progress): Promise<SyncResult> {
  const { ctx, run } = sync
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockRun(tx, companyId, run.id)
    const implausibility = run.mode === 'full' ? await findImplausibility(tx, sync, progress) : null
    const isPlausible = run.mode === 'full' && !implausibility
    const vanished = isPlausible ? await markMissingSkus(tx, sync, progress) : noneMissing(progress)
    const result = toSyncResult(progress, vanished)
    const { missing, changed: rowsChanged, differences } = result
    const at = ctx.clock.now()
    await saveProgress(tx, companyId, run.id, { ...progress, rowsChanged, differences }, at)
    await endRun(tx, companyId, run.id, { status: 'completed', error: implausibility, result, missing, at })
    await recordAccountSynced(tx, companyId, run.accountId, at)
    await sync.notifier.notify(tx, { hasNewSkus: progress.rowsCreated > 0, isLast: true })
    return result
  })
}

type MissingSkus = { missing: number; changed: number; causes: CauseCounts }

const noneMissing = ({ checkpoint }: Progress): MissingSkus => ({ missing: 0, changed: 0, causes: checkpoint.causes })

/** Why SKUs that the read lacks are not marked as missing; null when the read is plausible. */
async function findImplausibility(tx: Tx, { ctx, run }: InventorySync, { rowsRead }: Progress): Promise<string | null> {
  if (rowsRead === 0) return formatMessage(say('Amazon returned no SKUs, so none were marked as missing.'))
  const expected = await findRowsOfLastFullRead(tx, ctx.companyId, run.accountId)
  if (expected === null || rowsRead * 2 >= expected) return null
  return `Amazon returned ${rowsRead} SKUs, after ${expected} last time, so none were marked as missing.`
}

/**
 * Amazon's index is eventually consistent, so two reads within an hour may lack the same SKU. A SKU counts as gone when
 * a read at least one hour later lacks it too.
 */
const confirmedAfterMilliseconds = 3_600_000

async function markMissingSkus(tx: Tx, { ctx, run }: InventorySync, { checkpoint }: Progress): Promise<MissingSkus> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const vanished = { companyId, accountId: run.accountId, readFrom: run.startedAt }
  const before = checkpoint.causes
  const causes = await recordMissing(tx, { companyId, runId: run.id, before, skus: vanishedSkus(vanished) })
  const confirmedBefore = new Date(now.getTime() - confirmedAfterMilliseconds)
  const { gone, missing } = await markVanished(tx, vanished, { now, confirmedBefore })
  if (gone.length === 0) return { missing, changed: 0, causes }
  const counts = sql`select sku_id, 0 as qty_available, 0 as qty_reserved, 0 as qty_inbound
    from unnest(${sql.param(gone)}::uuid[]) as gone(sku_id)`
  const changed = await recordCounts(tx, { companyId, source: 'amazon', readAt: run.startedAt, counts })
  return { missing, changed, causes }
}

function toSyncResult(progress: Progress, { missing, changed, causes }: MissingSkus): SyncResult {
  const { waited, parsed, written } = progress.checkpoint.milliseconds
  return {
    read: progress.rowsRead,
    changed: progress.rowsChanged + changed,
    created: progress.rowsCreated,
    missing,
    elsewhere: progress.rowsElsewhere,
    differences: totalDifferences(causes),
    causes,
    waited: Math.round(waited),
    parsed: Math.round(parsed),
    written: Math.round(written),
  }
}
