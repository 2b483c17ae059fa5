import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { SyncKind, SyncMode } from '#contract/marketplace-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { Progress, Run } from './progress.ts'

/** Kinds of sync that can be requested. Each runs at most once at a time per account (unique index). */
export type RequestedKind = Extract<SyncKind, 'inventory' | 'two_way'>

export type NewRun = {
  companyId: string
  accountId: string
  kind: RequestedKind
  mode: SyncMode
  requestedBy: string
  at: Date
}

/** Null when the account has a running sync of this kind. Waits for a concurrent transaction that is starting one. */
export async function insertRun(
  tx: Tx,
  { companyId, accountId, kind, mode, requestedBy, at }: NewRun,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into marketplace_sync_runs
      (company_id, id, integration_id, kind, mode, requested_by, started_at, created_at, updated_at)
    select ${companyId}::uuid, ${newId()}::uuid, ${accountId}::uuid, ${kind}, ${mode}, ${requestedBy}, at, at, at
    from (select ${at.toISOString()}::timestamptz) as now(at)
    on conflict (company_id, integration_id, kind) where status = 'running' do nothing
    returning id`)
  return rows[0]?.id ?? null
}

export async function setJobOfRun(tx: Tx, companyId: string, runId: string, jobId: string): Promise<void> {
  await tx.execute(sql`
    update marketplace_sync_runs set job_id = ${jobId} where company_id = ${companyId} and id = ${runId}`)
}

const silentMilliseconds = 2 * 60_000

/** A run `r` whose job has failed or is gone; without a job, one without progress for two minutes. */
export const isAbandoned = (now: Date): SQL => sql`case
  when r.job_id is null then r.updated_at < ${new Date(now.getTime() - silentMilliseconds).toISOString()}::timestamptz
  else not exists (
    select from background_jobs j where j.lane = 'bulk' and j.id = r.job_id and j.status in ('waiting', 'active', 'delayed')
  ) end`

export const abandonedMessage = say('It was interrupted and not resumed.')

type RunKey = Pick<NewRun, 'companyId' | 'accountId' | 'kind'>

/** Locks the running sync of the account. */
export async function lockRunningRun(tx: Tx, { companyId, accountId, kind }: RunKey, now: Date) {
  const { rows } = await tx.execute<{ id: string; mode: SyncMode; isAbandoned: boolean }>(sql`
    select r.id, r.mode, ${isAbandoned(now)} as "isAbandoned" from marketplace_sync_runs r
    where r.company_id = ${companyId} and r.integration_id = ${accountId} and r.kind = ${kind} and r.status = 'running'
    for update`)
  return rows[0] ?? null
}

type RunRecord = Omit<Run, 'startedAt' | 'checkpoint'> & { startedAt: string; checkpoint: unknown; status: string }

/** Null when the run has ended. The lock waits for the last transaction of a killed process. */
export async function getRunOrThrow<RunCheckpoint>(
  tx: Tx,
  companyId: string,
  runId: string,
  parseCheckpoint: (stored: unknown) => RunCheckpoint,
): Promise<Run<RunCheckpoint> | null> {
  const { rows } = await tx.execute<RunRecord>(sql`
    select id, integration_id as "accountId", mode, status, job_id as "jobId", started_at as "startedAt", checkpoint,
      rows_read as "rowsRead", rows_changed as "rowsChanged", rows_created as "rowsCreated",
      rows_elsewhere as "rowsElsewhere", differences
    from marketplace_sync_runs where company_id = ${companyId} and id = ${runId} for update`)
  const [record] = rows
  if (!record) throw noSuchRun()
  const { status, startedAt, checkpoint, ...run } = record
  if (status !== 'running') return null
  return { ...run, startedAt: new Date(startedAt), checkpoint: parseCheckpoint(checkpoint) }
}

export const noSuchRun = () => new AppError('not_found', say('This sync doesn’t exist.'))

/** The run was ended by someone else, or its account was disconnected: work on it must stop. */
export class RunEnded extends Error {
  constructor() {
    super('The sync was ended while it ran')
    this.name = 'RunEnded'
  }
}

/** Locks the run for the transaction of one step; throws if it must not continue. */
export async function lockRun(tx: Tx, companyId: string, runId: string): Promise<void> {
  const { rows } = await tx.execute<{ isConnected: boolean }>(sql`
    select a.is_active as "isConnected" from marketplace_sync_runs r
    join amazon_integrations a on a.company_id = r.company_id and a.id = r.integration_id
    where r.company_id = ${companyId} and r.id = ${runId} and r.status = 'running'
    for update of r`)
  const [run] = rows
  if (!run) throw new RunEnded()
  if (!run.isConnected) throw new AppError('conflict', say('The account was disconnected while it was syncing.'))
}

export async function saveProgress(
  tx: Tx,
  companyId: string,
  runId: string,
  progress: Progress<object>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update marketplace_sync_runs set rows_read = ${progress.rowsRead}, rows_changed = ${progress.rowsChanged},
      rows_created = ${progress.rowsCreated}, rows_elsewhere = ${progress.rowsElsewhere},
      differences = ${progress.differences}, checkpoint = ${JSON.stringify(progress.checkpoint)}::jsonb, error = null,
      updated_at = ${now.toISOString()}
    where company_id = ${companyId} and id = ${runId}`)
}

/** What the run waits for, shown to users. */
export async function recordRunError(
  tx: Tx,
  companyId: string,
  runId: string,
  message: string,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update marketplace_sync_runs set error = ${message}, updated_at = ${now.toISOString()}
    where company_id = ${companyId} and id = ${runId} and status = 'running'`)
}

type RunEnding = { status: 'completed' | 'failed'; error: string | null; result?: object; missing?: number; at: Date }

export async function endRun(tx: Tx, companyId: string, runId: string, ending: RunEnding): Promise<void> {
  const { status, error, result = null, missing = 0 } = ending
  await tx.execute(sql`
    update marketplace_sync_runs set status = ${status}, error = ${error}, result = ${result && JSON.stringify(result)}::jsonb,
      rows_missing = ${missing}, checkpoint = null, finished_at = ${ending.at.toISOString()},
      updated_at = ${ending.at.toISOString()}
    where company_id = ${companyId} and id = ${runId} and status = 'running'`)
}

/** Keeps the newest full read of each account: plausibility checks and the drift report need it. */
export async function deleteRunsBefore(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from marketplace_sync_runs r
    where r.company_id = ${companyId} and r.status <> 'running' and r.started_at < ${before.toISOString()}
      and r.id not in (
        select distinct on (integration_id) id from marketplace_sync_runs
        where company_id = ${companyId} and kind = 'inventory' and mode = 'full' and status = 'completed'
        order by integration_id, started_at desc, id desc
      )`)
  return rowCount ?? 0
}
