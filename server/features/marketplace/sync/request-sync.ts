import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listActiveAccounts } from '../account-queries.ts'
import { getRuns } from './list-runs.ts'
import { abandonedMessage, endRun, insertRun, lockRunningRun, type NewRun, setJobOfRun } from './run-queries.ts'
import {
  claimDueSyncs,
  findCompaniesDue,
  fullReadDueBefore,
  isFullReadDue,
  scheduleFirst,
  scheduleNext,
} from './schedule-queries.ts'

/** The rest stays due and is started a minute later. */
const companiesPerMinute = 1_000

/**
 * Job `marketplace.start-due-syncs`. Safe on several workers at once: the schedules of a company are claimed by one of
 * them.
 */
export async function startDueSyncs(ctx: PlatformContext): Promise<{ companies: number; started: number }> {
  const now = ctx.clock.now()
  const due = await ctx.transaction((tx) => findCompaniesDue(tx, now, companiesPerMinute))
  let started = 0
  for (const companyId of due) {
    try {
      started += await startDueSyncsOf(ctx, companyId, now)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId },
        'could not start the due syncs of a company; they stay due and are tried again in a minute',
      )
    }
  }
  return { companies: due.length, started }
}

async function startDueSyncsOf(ctx: PlatformContext, companyId: string, now: Date): Promise<number> {
  const starter = { companyId, clock: ctx.clock, enqueue: ctx.enqueueFor(companyId) }
  return ctx.transaction(async (tx) => {
    const due = await claimDueSyncs(tx, companyId, now)
    for (const { accountId, kind } of due) {
      const mode = (await isFullReadDue(tx, { companyId, accountId, kind }, fullReadDueBefore(now))) ? 'full' : 'delta'
      await requestSync(tx, starter, { accountId, kind, mode, requestedBy: 'Lockstep' })
    }
    if (due.length > 0) await ctx.notifyCompany(tx, companyId, 'marketplace')
    return due.length
  }, companyId)
}

export async function syncAllAccounts(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction((tx) =>
    requestSyncOfAll(tx, ctx, { kind: 'inventory', mode: 'full', action: 'inventory.sync' }),
  )
}

type SyncOfAll = Pick<NewRun, 'kind' | 'mode'> & { action: AuditAction }

/** Requests a sync of every connected account and returns the runs. A run in progress is returned as it is. */
export async function requestSyncOfAll(
  tx: Tx,
  ctx: CompanyContext,
  { action, ...request }: SyncOfAll,
): Promise<SyncRun[]> {
  const { companyId, actor } = ctx
  const accounts = await listActiveAccounts(tx, companyId)
  if (accounts.length === 0) throw new AppError('conflict', say('No Amazon account is connected.'))
  const runIds: string[] = []
  for (const { id: accountId } of accounts) {
    runIds.push(await requestSync(tx, ctx, { accountId, ...request, requestedBy: actor.name }))
  }
  await recordAudit(tx, ctx, {
    action,
    resource: 'amazon-account',
    resourceId: null,
    companyId,
    after: { accounts: accounts.map(({ name }) => name) },
  })
  await ctx.publishChange(tx, 'marketplace')
  return getRuns(tx, ctx, runIds)
}

type SyncRequest = Pick<NewRun, 'accountId' | 'kind' | 'mode' | 'requestedBy'>

type SyncStarter = Pick<CompanyContext, 'companyId' | 'clock' | 'enqueue'>

const jobs = { inventory: 'inventory.sync', two_way: 'marketplace.two-way-sync' } as const

/**
 * Creates a run with its job and schedules the next one; a run in progress is returned instead. The first inventory
 * sync of an account also schedules its two-way sync. Returns the run's id.
 */
export async function requestSync(tx: Tx, ctx: SyncStarter, request: SyncRequest): Promise<string> {
  const { companyId, clock } = ctx
  const { accountId, kind } = request
  if (request.mode !== 'dry_run') await scheduleNext(tx, { companyId, accountId, kind }, clock.now())
  if (kind === 'inventory') await scheduleFirst(tx, { companyId, accountId, kind: 'two_way' }, clock.now())
  const { runId, isNew } = await openRun(tx, ctx, request)
  if (isNew) await setJobOfRun(tx, companyId, runId, await ctx.enqueue(tx, jobs[kind], { runId }))
  return runId
}

type OpenedRun = { runId: string; isNew: boolean }

/** A new run, or the one in progress. An abandoned run is closed first. */
export async function openRun(
  tx: Tx,
  { companyId, clock }: Omit<SyncStarter, 'enqueue'>,
  request: SyncRequest,
): Promise<OpenedRun> {
  const at = clock.now()
  const inserted = await insertRun(tx, { companyId, at, ...request })
  if (inserted) return { runId: inserted, isNew: true }
  const running = await lockRunningRun(tx, { companyId, ...request }, at)
  if (running && !running.isAbandoned) return { runId: running.id, isNew: false }
  const error = formatMessage(abandonedMessage)
  if (running) await endRun(tx, companyId, running.id, { status: 'failed', error, at })
  return openRun(tx, { companyId, clock }, request)
}
