import { sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import { slotName } from '#server/platform/backup/slot.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

const unkeptBytes = new Gauge({
  name: 'lockstep_backup_waiting_bytes',
  help: 'How much of the database’s log is in no backup yet; absent where none were ever kept',
})

type Kept = { isFollowed: boolean; waiting: string | null }

/** Where backups were kept once, somebody is to keep them still. */
export async function watchBackups(ctx: PlatformContext): Promise<Partial<Kept>> {
  const kept = await ctx.read(readKept)
  if (!kept) return {}
  unkeptBytes.set(Number(kept.waiting ?? 0))
  if (!kept.isFollowed) ctx.log.error({ waitingBytes: kept.waiting }, 'nobody keeps backups')
  return kept
}

async function readKept(tx: Tx): Promise<Kept | undefined> {
  const { rows } = await tx.execute<Kept>(sql`
    select active as "isFollowed", pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as waiting
    from pg_replication_slots where slot_name = ${slotName}`)
  return rows[0]
}
