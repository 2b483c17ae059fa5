import { Unreadable } from './sealed-file.ts'
import {
  readContents,
  readFacts,
  readLog,
  readMark,
  unfinished,
  type BaseFacts,
  type Contents,
  type Shelf,
} from './shelf.ts'
import { parsePosition, positionOf, segmentName, segmentOf } from './wal-position.ts'

export type Reach = {
  base: BaseFacts
  /** The files of the log that lead on from it, in their order. */
  log: string[]
  from: Date
  to: Date
  /** The first file that is not there, though later ones are. */
  lacks: string | undefined
}

export type Reaches = {
  /** The newest first. */
  reaches: Reach[]
  /** What lies there and can't be used, in sentences. */
  problems: string[]
}

/** PostgreSQL stamps a change shortly before it stands in the log. */
const stampedBeforeMs = 1_000

/** Which moments the database can be brought back to. */
export async function readReaches(shelf: Shelf): Promise<Reaches> {
  const contents = await readContents(shelf)
  const problems = [
    ...contents.bare.map((name) => `Backup ${name} was never finished.`),
    ...contents.leftovers.map((name) => `${name} was never finished.`),
  ]
  const reaches: Reach[] = []
  for (const name of contents.bases.toReversed()) {
    try {
      const reach = await reachOf(shelf, await readFacts(shelf, name), contents)
      reaches.push(reach)
      if (reach.lacks) {
        problems.push(
          `The log lacks ${reach.lacks}: from backup ${name} nothing later than ${reach.to.toISOString()} can be reached.`,
        )
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problems.push(`Backup ${name} can't be used: ${error.message}`)
    }
  }
  return { reaches, problems }
}

async function reachOf(shelf: Shelf, base: BaseFacts, { log: names }: Contents): Promise<Reach> {
  const { log, lacks } = chainFrom(base, names)
  const last = log.at(-1)
  const from = new Date(base.endedAt)
  if (!last) return { base, log, from, to: from, lacks }
  const { completeTo, bytes } = await readLog(shelf, last)
  const end = positionOf(last, base.segmentSize) + BigInt(bytes.length)
  const known = [completeTo, await readMarked(shelf, base.timeline, end)].map(
    (text) => Date.parse(text) - stampedBeforeMs,
  )
  return { base, log, from, to: new Date(Math.max(from.getTime(), ...known)), lacks }
}

/** When nothing happens the log does not grow; the mark tells how long it has been whole. It counts if the log goes as far. */
async function readMarked(shelf: Shelf, timeline: number, end: bigint): Promise<string> {
  try {
    const { position, completeTo } = await readMark(shelf, timeline)
    return end >= parsePosition(position) ? completeTo : never
  } catch (error) {
    if (error instanceof Unreadable) return never
    throw error
  }
}

const never = new Date(0).toISOString()

/** The base has the log up to the end of the segment it ended in. */
function chainFrom(
  { timeline, end, segmentSize }: BaseFacts,
  names: readonly string[],
): { log: string[]; lacks: string | undefined } {
  const there = new Set(names)
  const log: string[] = []
  for (let segment = segmentOf(parsePosition(end) - 1n, segmentSize) + 1n; ; segment += 1n) {
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
