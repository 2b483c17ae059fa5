import pg from 'pg'
import type { Replication } from './replication.ts'
import { parseLsn } from './wal-position.ts'

export const slotName = 'lockstep_backup'

/** A new one knows nothing of what was written before. */
type Slot = { position: bigint; isNew: boolean }

const duplicateObject = '42710'

/** PostgreSQL keeps its log for us from here on. Made the first time, and anew when it could not keep what we had not fetched. */
export async function ensureSlot(replication: Replication): Promise<Slot> {
  const existing = await readSlot(replication)
  if (existing) return { position: existing, isNew: false }
  await replication.query(`CREATE_REPLICATION_SLOT ${slotName} PHYSICAL RESERVE_WAL`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== duplicateObject) throw error
  })
  const created = await readSlot(replication)
  if (!created) throw new Error('PostgreSQL keeps no log for backups: max_slot_wal_keep_size is too small.')
  return { position: created, isNew: true }
}

async function readSlot(replication: Replication): Promise<bigint | undefined> {
  const [row] = await replication.query(
    `SELECT restart_lsn, wal_status FROM pg_replication_slots WHERE slot_name = '${slotName}'`,
  )
  if (!row) return undefined
  const [position, status] = row
  if (position && status !== 'lost') return parseLsn(position)
  await replication.query(`DROP_REPLICATION_SLOT ${slotName}`)
  return undefined
}
