import { sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import { slotName } from '#server/backup/replication.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

const waitingBytes = new Gauge({
  name: 'lockstep_backup_waiting_bytes',
  help: 'How much of the database’s log is in no backup yet; absent where none were ever kept',
})

type BackupState = { isFollowed: boolean; waiting: string | null }

/**
 * Job that runs every ten minutes: reports how much WAL is not backed up yet, and logs an error when nobody reads the
 * replication slot. Does nothing if backups were never set up.
 */
export async function monitorBackups(ctx: PlatformContext): Promise<Partial<BackupState>> {
  const state = await ctx.read(readBackupState)
  if (!state) return {}
  waitingBytes.set(Number(state.waiting ?? 0))
  if (!state.isFollowed) ctx.log.error({ waitingBytes: state.waiting }, 'nobody keeps backups')
  return state
}

async function readBackupState(tx: Tx): Promise<BackupState | undefined> {
  const { rows } = await tx.execute<BackupState>(sql`
    select active as "isFollowed", pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as waiting
    from pg_replication_slots where slot_name = ${slotName}`)
  return rows[0]
}

export const backupJobs = {
  'backup.watch': monitorBackups,
}
