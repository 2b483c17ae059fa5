import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupConfig } from '#server/platform/config.ts'
import {
  type BackupStore,
  type BaseFacts,
  basePlace,
  createStoreFolders,
  factsPlace,
  listContents,
  readFacts,
  walPlace,
  writeFacts,
} from './backup-store.ts'
import { type FilePlace, UnreadableBackup, writeEncrypted } from './encrypted-file.ts'
import { readRecoveryWindows } from './recovery-windows.ts'
import { openReplication, parseSize, readSetting, type Replication, slotName } from './replication.ts'
import { parseLsn, segmentName, segmentNumber } from './wal-position.ts'

export type BackupResult = {
  name: string
  megabytes: number
  seconds: number
  /** Number of deleted files past their retention. */
  removed: number
  /** Whether a WAL receiver is connected, so that moments after the base backup can be restored. */
  isFollowed: boolean
  problems: string[]
}

type BackupTarget = Pick<BackupConfig, 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_KEY' | 'BACKUP_DAYS'>

/** Takes a base backup, then deletes old ones: while backups fail, nothing is deleted. */
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

/** Identifies the PostgreSQL cluster and opens the store of its backups. */
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

/** Includes the WAL written meanwhile, so that the base backup is consistent by itself. It is encrypted while it arrives. */
const baseBackupCommand = `BASE_BACKUP (LABEL 'lockstep', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`

/** Copies the files of the running cluster with BASE_BACKUP. */
async function takeBaseBackup(replication: Replication, store: BackupStore): Promise<BaseFacts> {
  const version = await readSetting(replication, 'server_version_num')
  const segment = await readSetting(replication, 'wal_segment_size')
  const startedAt = await readClock(replication)
  const name = startedAt.replaceAll(/[-:]|\.\d+/g, '')
  const { messages, rows } = replication.copy(baseBackupCommand)
  await writeEncrypted(basePlace(store, name), store.key, tarChunks(messages))
  const [begun, ended] = [rows[0], rows.at(-1)]
  if (!begun?.[0] || !ended?.[0]) throw new Error('PostgreSQL did not say from where to where its copy goes')
  const facts: BaseFacts = {
    name,
    timeline: Number(begun[1]),
    start: begun[0],
    end: ended[0],
    segmentSize: parseSize(segment),
    version: Number(version),
    startedAt,
    endedAt: await readClock(replication),
  }
  await writeFacts(store, facts)
  return facts
}

/** The tar bytes of the copy messages: `n` starts an archive, `d` carries bytes, `p` reports progress. */
async function* tarChunks(messages: Readable): AsyncGenerator<Buffer> {
  let archives = 0
  for await (const message of messages as AsyncIterable<Buffer>) {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (kind === 'n' && (archives += 1) > 1)
      throw new Error('Backups of a PostgreSQL with tablespaces of its own are not made.')
    if (kind === 'd') yield message.subarray(1)
  }
}

/** PostgreSQL's own clock, which WAL timestamps use. */
async function readClock(replication: Replication): Promise<string> {
  const [row] = await replication.query(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  )
  return row?.[0] ?? ''
}

const dayMs = 24 * 3_600_000

/**
 * Deletes backups past their retention and WAL that no base backup needs, so that data erased from the database do not live on in
 * backups. Returns the number of deleted files.
 */
export async function pruneBackups(store: BackupStore, keptDays: number, now: Date): Promise<number> {
  const { bases, bare, log, leftovers } = await listContents(store)
  const isOlder = async (path: string, days: number) => now.getTime() - (await writtenAt(path)) > days * dayMs
  const isOld = (name: string) => now.getTime() - momentIn(name) > keptDays * dayMs
  const gone = [...bases, ...bare].filter(isOld)
  const left = bases.filter((name) => !isOld(name))
  const kept = await readReadable(store, left)
  // The WAL that a base backup needs is known only if its facts can be read.
  const isUnneeded = (file: string) => kept.length === left.length && !kept.some((base) => needs(base, file))
  const paths = gone.flatMap((name) => [factsPlace(store, name), basePlace(store, name)]).map(pathOf)
  for (const file of log) {
    const path = pathOf(walPlace(store, file))
    if (await isOlder(path, isUnneeded(file) ? 1 : keptDays)) paths.push(path)
  }
  for (const name of leftovers) {
    const path = join(store.root, store.system, name)
    if (await isOlder(path, 1)) paths.push(path)
  }
  for (const path of paths) await rm(path, { force: true })
  return paths.length
}

const pathOf = ({ root, name }: FilePlace) => join(root, name)

/** The time in a base backup's name, such as 20261117T075235Z. */
function momentIn(name: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

async function readReadable(store: BackupStore, names: readonly string[]): Promise<BaseFacts[]> {
  const facts: BaseFacts[] = []
  for (const name of names) {
    try {
      facts.push(await readFacts(store, name))
    } catch (error) {
      if (!(error instanceof UnreadableBackup)) throw error
    }
  }
  return facts
}

function needs({ timeline, start, segmentSize }: BaseFacts, file: string): boolean {
  const first = segmentName(timeline, segmentNumber(parseLsn(start), segmentSize), segmentSize)
  return first.slice(0, 8) === file.slice(0, 8) && file.slice(0, 24) >= first
}

async function writtenAt(path: string): Promise<number> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs
}
