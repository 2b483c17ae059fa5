import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeftover, readSealed, Unreadable, writeSealed } from './sealed-file.ts'

/** Where the backups of one PostgreSQL lie, apart from those of others by the number it has had from its birth. */
export type Shelf = { root: string; system: string; key: Buffer }

/** A copy of all of PostgreSQL's files, from which its log leads on. */
export type BaseFacts = {
  name: string
  timeline: number
  /** The log from here on is needed; up to `end` it is part of the copy. */
  start: string
  end: string
  segmentSize: number
  /** As PostgreSQL counts: 180004. */
  version: number
  startedAt: string
  endedAt: string
}

/** Everything that was committed before this moment stands in the log up to the end of the file. */
export type LogFacts = { completeTo: string }

/** Everything that was committed before the moment stands in the log up to the position. */
export type LogMark = { position: string; completeTo: string }

export const basePlace = ({ root, system }: Shelf, name: string) => ({ root, name: `${system}/base-${name}.tar` })
export const factsPlace = ({ root, system }: Shelf, name: string) => ({ root, name: `${system}/base-${name}.facts` })
export const logPlace = ({ root, system }: Shelf, segment: string) => ({ root, name: `${system}/log/${segment}` })

const markPlace = ({ root, system }: Shelf, timeline: number) => ({ root, name: `${system}/log/mark-${timeline}` })

/** What stands under the name of a segment that is not full yet. */
export const unfinished = '.unfinished'

export async function openShelf(shelf: Shelf): Promise<void> {
  await mkdir(join(shelf.root, shelf.system, 'log'), { recursive: true, mode: 0o700 })
}

export type Contents = { bases: string[]; bare: string[]; log: string[]; leftovers: string[] }

/** By name alone. A base without its facts was never finished (`bare`). */
export async function readContents({ root, system }: Shelf): Promise<Contents> {
  const folder = join(root, system)
  const files = await namesIn(folder)
  const log = await namesIn(join(folder, 'log'))
  const named = (ending: string) =>
    files.flatMap((file) => (file.startsWith('base-') && file.endsWith(ending) ? [file.slice(5, -ending.length)] : []))
  const bases = named('.facts')
  return {
    bases,
    bare: named('.tar').filter((name) => !bases.includes(name)),
    log: log.filter((name) => segmentPattern.test(name)),
    leftovers: [...files, ...log.map((name) => `log/${name}`)].filter(isLeftover),
  }
}

const segmentPattern = /^[0-9A-F]{24}(\.unfinished)?$/

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export async function writeFacts(shelf: Shelf, facts: BaseFacts): Promise<void> {
  await writeSealed(factsPlace(shelf, facts.name), shelf.key, one(Buffer.from(JSON.stringify(facts))))
}

export async function readFacts(shelf: Shelf, name: string): Promise<BaseFacts> {
  return JSON.parse((await whole(readSealed(factsPlace(shelf, name), shelf.key))).toString()) as BaseFacts
}

/** A line of facts, then the log itself. */
export async function writeLog(shelf: Shelf, segment: string, facts: LogFacts, bytes: Buffer): Promise<void> {
  const line = Buffer.from(`${JSON.stringify(facts)}\n`)
  await writeSealed(logPlace(shelf, segment), shelf.key, one(Buffer.concat([line, bytes])))
}

export async function readLog(shelf: Shelf, segment: string): Promise<LogFacts & { bytes: Buffer }> {
  const all = await whole(readSealed(logPlace(shelf, segment), shelf.key))
  const end = all.indexOf(0x0a)
  if (end < 0) throw new Unreadable(`${segment} is damaged: it has no facts.`)
  return { ...(JSON.parse(all.subarray(0, end).toString()) as LogFacts), bytes: all.subarray(end + 1) }
}

export async function writeMark(shelf: Shelf, timeline: number, mark: LogMark): Promise<void> {
  await writeSealed(markPlace(shelf, timeline), shelf.key, one(Buffer.from(JSON.stringify(mark))))
}

export async function readMark(shelf: Shelf, timeline: number): Promise<LogMark> {
  return JSON.parse((await whole(readSealed(markPlace(shelf, timeline), shelf.key))).toString()) as LogMark
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
