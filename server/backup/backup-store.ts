import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeftover, readEncrypted, UnreadableBackup, writeEncrypted } from './encrypted-file.ts'

/** The folder with the backups of one PostgreSQL cluster, named by its system identifier. */
export type BackupStore = { root: string; system: string; key: Buffer }

/** A base backup: a copy of the cluster's files, from which WAL can be replayed. */
export type BaseFacts = {
  name: string
  timeline: number
  /** LSNs: WAL is needed from `start` on; up to `end` it is part of the base backup. */
  start: string
  end: string
  segmentSize: number
  /** `server_version_num`, such as 180004. */
  version: number
  startedAt: string
  endedAt: string
}

/** Everything committed before `completeTo` is in the WAL up to the end of the file. */
export type WalFacts = { completeTo: string }

/** Everything committed before `completeTo` is in the WAL up to `position` (an LSN). */
export type WalMark = { position: string; completeTo: string }

export const basePlace = ({ root, system }: BackupStore, name: string) => ({ root, name: `${system}/base-${name}.tar` })
export const factsPlace = ({ root, system }: BackupStore, name: string) => ({
  root,
  name: `${system}/base-${name}.facts`,
})
export const walPlace = ({ root, system }: BackupStore, segment: string) => ({ root, name: `${system}/log/${segment}` })

const markPlace = ({ root, system }: BackupStore, timeline: number) => ({
  root,
  name: `${system}/log/mark-${timeline}`,
})

/** The suffix of a WAL segment that is not full yet. */
export const unfinished = '.unfinished'

export async function createStoreFolders(store: BackupStore): Promise<void> {
  await mkdir(join(store.root, store.system, 'log'), { recursive: true, mode: 0o700 })
}

export type Contents = { bases: string[]; bare: string[]; log: string[]; leftovers: string[] }

/** Lists the store by file names. A base backup without its facts file was never finished (`bare`). */
export async function listContents({ root, system }: BackupStore): Promise<Contents> {
  const folder = join(root, system)
  const files = await listNames(folder)
  const log = await listNames(join(folder, 'log'))
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

export async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export async function writeFacts(store: BackupStore, facts: BaseFacts): Promise<void> {
  await writeEncrypted(factsPlace(store, facts.name), store.key, singleChunk(Buffer.from(JSON.stringify(facts))))
}

export async function readFacts(store: BackupStore, name: string): Promise<BaseFacts> {
  return JSON.parse((await readWhole(readEncrypted(factsPlace(store, name), store.key))).toString()) as BaseFacts
}

/** A WAL file is a line of JSON (`WalFacts`), then the segment's bytes. */
export async function writeWal(store: BackupStore, segment: string, facts: WalFacts, bytes: Buffer): Promise<void> {
  const line = Buffer.from(`${JSON.stringify(facts)}\n`)
  await writeEncrypted(walPlace(store, segment), store.key, singleChunk(Buffer.concat([line, bytes])))
}

export async function readWal(store: BackupStore, segment: string): Promise<WalFacts & { bytes: Buffer }> {
  const all = await readWhole(readEncrypted(walPlace(store, segment), store.key))
  const end = all.indexOf(0x0a)
  if (end < 0) throw new UnreadableBackup(`${segment} is damaged: it has no facts.`)
  return { ...(JSON.parse(all.subarray(0, end).toString()) as WalFacts), bytes: all.subarray(end + 1) }
}

export async function writeMark(store: BackupStore, timeline: number, mark: WalMark): Promise<void> {
  await writeEncrypted(markPlace(store, timeline), store.key, singleChunk(Buffer.from(JSON.stringify(mark))))
}

export async function readMark(store: BackupStore, timeline: number): Promise<WalMark> {
  return JSON.parse((await readWhole(readEncrypted(markPlace(store, timeline), store.key))).toString()) as WalMark
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function readWhole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
