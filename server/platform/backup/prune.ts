import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Unreadable, type Place } from './sealed-file.ts'
import { basePlace, factsPlace, logPlace, readContents, readFacts, type BaseFacts, type Shelf } from './shelf.ts'
import { parsePosition, segmentName, segmentOf } from './wal-position.ts'

const dayMs = 24 * 3_600_000

/**
 * Takes away what is older than it may be, and the log that leads on from nothing any more: what was erased from the
 * database may not live on in its backups. Answers how many files went.
 */
export async function pruneShelf(shelf: Shelf, keptDays: number, now: Date): Promise<number> {
  const { bases, bare, log, leftovers } = await readContents(shelf)
  const isOlder = async (path: string, days: number) => now.getTime() - (await writtenAt(path)) > days * dayMs
  const isOld = (name: string) => now.getTime() - momentIn(name) > keptDays * dayMs
  const gone = [...bases, ...bare].filter(isOld)
  const left = bases.filter((name) => !isOld(name))
  const kept = await readable(shelf, left)
  // Which part of the log a base needs is known only of those that can be read.
  const isNeedless = (file: string) => kept.length === left.length && !kept.some((base) => needs(base, file))
  const paths = gone.flatMap((name) => [factsPlace(shelf, name), basePlace(shelf, name)]).map(pathOf)
  for (const file of log) {
    const path = pathOf(logPlace(shelf, file))
    if (await isOlder(path, isNeedless(file) ? 1 : keptDays)) paths.push(path)
  }
  for (const name of leftovers) {
    const path = join(shelf.root, shelf.system, name)
    if (await isOlder(path, 1)) paths.push(path)
  }
  for (const path of paths) await rm(path, { force: true })
  return paths.length
}

const pathOf = ({ root, name }: Place) => join(root, name)

/** 20261117T075235Z, as bases are called. */
function momentIn(name: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

async function readable(shelf: Shelf, names: readonly string[]): Promise<BaseFacts[]> {
  const facts: BaseFacts[] = []
  for (const name of names) {
    try {
      facts.push(await readFacts(shelf, name))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  return facts
}

function needs({ timeline, start, segmentSize }: BaseFacts, file: string): boolean {
  const first = segmentName(timeline, segmentOf(parsePosition(start), segmentSize), segmentSize)
  return first.slice(0, 8) === file.slice(0, 8) && file.slice(0, 24) >= first
}

async function writtenAt(path: string): Promise<number> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs
}
