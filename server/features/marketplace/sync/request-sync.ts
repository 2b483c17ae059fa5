import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { abandonedMessage, endRun, insertRun, lockRunningRun, setJobOfRun, type NewRun } from './queries/runs.ts'
import { scheduleFirst, scheduleNext } from './queries/schedules.ts'

type SyncRequest = Pick<NewRun, 'accountId' | 'kind' | 'mode' | 'requestedBy'>
type SyncStarter = Pick<CompanyContext, 'companyId' | 'clock' | 'enqueue'>

const jobs = { inventory: 'inventory.sync', two_way: 'marketplace.two-way-sync' } as const

/**
 * Starts a sync of the account along with the job that does it, and says when the next is due; one that runs already is
 * left to run. An account whose stock is synced for the first time has its listings synced too from then on.
 * Answers the run.
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

/** A new run, or the one that is under way; one that nobody works on any more is closed first. */
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
  if (running) await endRun(tx, companyId, running.id, { status: 'failed', error: abandonedMessage, at })
  return openRun(tx, { companyId, clock }, request)
}
