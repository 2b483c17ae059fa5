import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UnreadableBackup, type FilePlace } from './sealed-file.ts'
import { basePlace, factsPlace, walPlace, listContents, readFacts, type BaseFacts, type BackupStore } from './shelf.ts'
import { parseLsn, segmentName, segmentNumber } from './wal-position.ts'

const dayMs = 24 * 3_600_000

/**
 * Takes away what is older than it may be, and the log that leads on from nothing any more: what was erased from the
 * database may not live on in its backups. Answers how many files went.
 */
export async function pruneBackups(store: BackupStore, keptDays: number, now: Date): Promise<number> {
  const { bases, bare, log, leftovers } = await listContents(store)
  const isOlder = async (path: string, days: number) => now.getTime() - (await writtenAt(path)) > days * dayMs
  const isOld = (name: string) => now.getTime() - momentIn(name) > keptDays * dayMs
  const gone = [...bases, ...bare].filter(isOld)
  const left = bases.filter((name) => !isOld(name))
  const kept = await readReadable(store, left)
  // Which part of the log a base needs is known only of those that can be read.
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

/** 20261117T075235Z, as bases are called. */
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
