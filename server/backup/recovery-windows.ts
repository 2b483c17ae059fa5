import { UnreadableBackup } from './encrypted-file.ts'
import {
  listContents,
  readFacts,
  readWal,
  readMark,
  unfinished,
  type BaseFacts,
  type Contents,
  type BackupStore,
} from './backup-store.ts'
import { parseLsn, segmentStart, segmentName, segmentNumber } from './wal-position.ts'

export type RecoveryWindow = {
  base: BaseFacts
  /** The WAL files that continue the base backup, in order. */
  log: string[]
  from: Date
  to: Date
  /** The first missing WAL file, if later ones exist. */
  lacks: string | undefined
}

export type RecoveryWindows = {
  /** Newest base backup first. */
  reaches: RecoveryWindow[]
  /** Files that cannot be used, as sentences for the operator. */
  problems: string[]
}

/** A commit's timestamp is taken shortly before its WAL record is written. */
const commitDelayMs = 1_000

/** The time windows to which the database can be restored, one per base backup. */
export async function readRecoveryWindows(store: BackupStore): Promise<RecoveryWindows> {
  const contents = await listContents(store)
  const problems = [
    ...contents.bare.map((name) => `Backup ${name} was never finished.`),
    ...contents.leftovers.map((name) => `${name} was never finished.`),
  ]
  const windows: RecoveryWindow[] = []
  for (const name of contents.bases.toReversed()) {
    try {
      const window = await windowOf(store, await readFacts(store, name), contents)
      windows.push(window)
      if (window.lacks) {
        problems.push(
          `The log lacks ${window.lacks}: from backup ${name} nothing later than ${window.to.toISOString()} can be reached.`,
        )
      }
    } catch (error) {
      if (!(error instanceof UnreadableBackup)) throw error
      problems.push(`Backup ${name} can't be used: ${error.message}`)
    }
  }
  return { reaches: windows, problems }
}

async function windowOf(store: BackupStore, base: BaseFacts, { log: names }: Contents): Promise<RecoveryWindow> {
  const { log, lacks } = walChain(base, names)
  const last = log.at(-1)
  const from = new Date(base.endedAt)
  if (!last) return { base, log, from, to: from, lacks }
  const { completeTo, bytes } = await readWal(store, last)
  const end = segmentStart(last, base.segmentSize) + BigInt(bytes.length)
  const known = [completeTo, await readMarkedTime(store, base.timeline, end)].map(
    (text) => Date.parse(text) - commitDelayMs,
  )
  return { base, log, from, to: new Date(Math.max(from.getTime(), ...known)), lacks }
}

/** WAL does not grow while nothing happens; the mark says until when it was complete. It counts only if the WAL files reach its position. */
async function readMarkedTime(store: BackupStore, timeline: number, end: bigint): Promise<string> {
  try {
    const { position, completeTo } = await readMark(store, timeline)
    return end >= parseLsn(position) ? completeTo : never
  } catch (error) {
    if (error instanceof UnreadableBackup) return never
    throw error
  }
}

const never = new Date(0).toISOString()

/** The WAL files after a base backup, which itself contains WAL up to the end of its last segment. */
function walChain(
  { timeline, end, segmentSize }: BaseFacts,
  names: readonly string[],
): { log: string[]; lacks: string | undefined } {
  const there = new Set(names)
  const log: string[] = []
  for (let segment = segmentNumber(parseLsn(end) - 1n, segmentSize) + 1n; ; segment += 1n) {
    const name = segmentName(timeline, segment, segmentSize)
    if (there.has(name)) {
      log.push(name)
      continue
    }
    if (there.has(name + unfinished)) log.push(name + unfinished)
    const isLast = !names.some((other) => other.startsWith(name.slice(0, 8)) && other.slice(0, 24) > name)
    return { log, lacks: isLast ? undefined : name }
  }
}
