import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from '../config.ts'
import { pruneBackups } from './prune.ts'
import { readRecoveryWindows } from './reach.ts'
import { openReplication, type Replication } from './replication.ts'
import { basePlace, createStoreFolders, type BackupStore } from './shelf.ts'
import { slotName } from './slot.ts'
import { takeBaseBackup } from './take-base.ts'

export type BackupResult = {
  name: string
  megabytes: number
  seconds: number
  /** Files that were too old. */
  removed: number
  /** Whether somebody keeps the log, so that later moments can be reached. */
  isFollowed: boolean
  problems: string[]
}

type BackupTarget = Pick<BackupConfig, 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_KEY' | 'BACKUP_DAYS'>

/** Takes a base, then takes away what is too old: while no backup works, nothing is removed. */
export async function takeBackup(config: BackupTarget): Promise<BackupResult> {
  const begun = performance.now()
  const replication = await openReplication(config.DATABASE_URL)
  try {
    const { store } = await openBackupStore(replication, config)
    const { name } = await takeBaseBackup(replication, store)
    const { root, name: place } = basePlace(store, name)
    const { size } = await stat(join(root, place))
    return {
      name,
      megabytes: size / 1024 ** 2,
      seconds: (performance.now() - begun) / 1000,
      removed: await pruneBackups(store, config.BACKUP_DAYS, new Date()),
      isFollowed: await isFollowed(replication),
      problems: (await readRecoveryWindows(store)).problems,
    }
  } finally {
    await replication.end()
  }
}

/** Which PostgreSQL this is, and where its backups lie. */
export async function openBackupStore(
  replication: Replication,
  { BACKUP_DIR, BACKUP_KEY }: Pick<BackupTarget, 'BACKUP_DIR' | 'BACKUP_KEY'>,
): Promise<{ store: BackupStore; timeline: number }> {
  const [identity] = await replication.query('IDENTIFY_SYSTEM')
  const [system, timeline] = identity ?? []
  if (!system) throw new Error('PostgreSQL did not say which one it is')
  const store = { root: BACKUP_DIR, system, key: BACKUP_KEY }
  await createStoreFolders(store)
  return { store, timeline: Number(timeline) }
}

async function isFollowed(replication: Replication): Promise<boolean> {
  const [row] = await replication.query(`SELECT active FROM pg_replication_slots WHERE slot_name = '${slotName}'`)
  return row?.[0] === 't' || row?.[0] === 'true'
}
