import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from '../config.ts'
import { pruneShelf } from './prune.ts'
import { readReaches } from './reach.ts'
import { openReplication, type Replication } from './replication.ts'
import { basePlace, openShelf, type Shelf } from './shelf.ts'
import { slotName } from './slot.ts'
import { takeBase } from './take-base.ts'

export type Taken = {
  name: string
  megabytes: number
  seconds: number
  /** Files that were too old. */
  removed: number
  /** Whether somebody keeps the log, so that later moments can be reached. */
  isFollowed: boolean
  problems: string[]
}

type Wanted = Pick<BackupConfig, 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_KEY' | 'BACKUP_DAYS'>

/** Takes a base, then takes away what is too old: while no backup works, nothing is removed. */
export async function takeBackup(config: Wanted): Promise<Taken> {
  const begun = performance.now()
  const replication = await openReplication(config.DATABASE_URL)
  try {
    const { shelf } = await findShelf(replication, config)
    const { name } = await takeBase(replication, shelf)
    const { root, name: place } = basePlace(shelf, name)
    const { size } = await stat(join(root, place))
    return {
      name,
      megabytes: size / 1024 ** 2,
      seconds: (performance.now() - begun) / 1000,
      removed: await pruneShelf(shelf, config.BACKUP_DAYS, new Date()),
      isFollowed: await isFollowed(replication),
      problems: (await readReaches(shelf)).problems,
    }
  } finally {
    await replication.end()
  }
}

/** Which PostgreSQL this is, and where its backups lie. */
export async function findShelf(
  replication: Replication,
  { BACKUP_DIR, BACKUP_KEY }: Pick<Wanted, 'BACKUP_DIR' | 'BACKUP_KEY'>,
): Promise<{ shelf: Shelf; timeline: number }> {
  const [identity] = await replication.ask('IDENTIFY_SYSTEM')
  const [system, timeline] = identity ?? []
  if (!system) throw new Error('PostgreSQL did not say which one it is')
  const shelf = { root: BACKUP_DIR, system, key: BACKUP_KEY }
  await openShelf(shelf)
  return { shelf, timeline: Number(timeline) }
}

async function isFollowed(replication: Replication): Promise<boolean> {
  const [row] = await replication.ask(`SELECT active FROM pg_replication_slots WHERE slot_name = '${slotName}'`)
  return row?.[0] === 't' || row?.[0] === 'true'
}
