import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { abandoned, endRun, insertRun, lockRunOf, setJobOfRun, type NewRun } from './queries/runs.ts'
import { scheduleFirst, scheduleNext } from './queries/schedules.ts'

type Asked = Pick<NewRun, 'accountId' | 'kind' | 'mode' | 'requestedBy'>
type Starter = Pick<CompanyContext, 'companyId' | 'clock' | 'enqueue'>

const jobs = { inventory: 'inventory.sync', two_way: 'marketplace.two-way-sync' } as const

/**
 * Starts a sync of the account along with the job that does it, and says when the next is due; one that runs already is
 * left to run. An account whose stock is synced for the first time has its listings synced too from then on.
 * Answers the run.
 */
export async function requestSync(tx: Tx, ctx: Starter, asked: Asked): Promise<string> {
  const { companyId, clock } = ctx
  const { accountId, kind } = asked
  if (asked.mode !== 'dry_run') await scheduleNext(tx, { companyId, accountId, kind }, clock.now())
  if (kind === 'inventory') await scheduleFirst(tx, { companyId, accountId, kind: 'two_way' }, clock.now())
  const { runId, isNew } = await openRun(tx, ctx, asked)
  if (isNew) await setJobOfRun(tx, companyId, runId, await ctx.enqueue(tx, jobs[kind], { runId }))
  return runId
}

type Opened = { runId: string; isNew: boolean }

/** A new run, or the one that is under way; one that nobody works on any more is closed first. */
export async function openRun(tx: Tx, { companyId, clock }: Omit<Starter, 'enqueue'>, asked: Asked): Promise<Opened> {
  const at = clock.now()
  const made = await insertRun(tx, { companyId, at, ...asked })
  if (made) return { runId: made, isNew: true }
  const running = await lockRunOf(tx, { companyId, ...asked }, at)
  if (running && !running.isAbandoned) return { runId: running.id, isNew: false }
  if (running) await endRun(tx, companyId, running.id, { status: 'failed', error: abandoned, at })
  return openRun(tx, { companyId, clock }, asked)
}
