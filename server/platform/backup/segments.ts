import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { walPlace, unfinished, writeWal, writeMark, type BackupStore } from './shelf.ts'
import { formatLsn, segmentName } from './wal-position.ts'

export type WalSegments = ReturnType<typeof openWalSegments>

/** The log as it comes in, kept in files of PostgreSQL's own size; the last one as far as it goes. */
export function openWalSegments(
  store: BackupStore,
  { timeline, size, from }: { timeline: number; size: number; from: bigint },
) {
  let received = from
  let saved = from
  let current = Buffer.alloc(size)
  let completeTo: Date | undefined
  let marked: Date | undefined
  const filled = () => Number(received % BigInt(size))
  const nameOf = (position: bigint) => segmentName(timeline, position / BigInt(size), size)
  const facts = () => ({ completeTo: (completeTo ?? new Date(0)).toISOString() })

  const saveFull = async () => {
    const name = nameOf(received - 1n)
    await writeWal(store, name, facts(), current)
    const { root, name: place } = walPlace(store, name + unfinished)
    await rm(join(root, place), { force: true })
    saved = received
    current = Buffer.alloc(size)
  }

  return {
    get received() {
      return received
    },
    get saved() {
      return saved
    },
    /** Answers whether a segment became full, and was saved. */
    async append(at: bigint, bytes: Buffer): Promise<boolean> {
      if (at !== received) throw new Error('PostgreSQL sent another part of its log than the next one.')
      let isSaved = false
      for (let taken = 0; taken < bytes.length;) {
        const room = size - filled()
        const part = bytes.subarray(taken, taken + room)
        part.copy(current, filled())
        received += BigInt(part.length)
        taken += part.length
        if (part.length < room) continue
        await saveFull()
        isSaved = true
      }
      return isSaved
    },
    /** At this moment there was no more than what was received. */
    markComplete(moment: Date): void {
      completeTo = moment
    },
    /** Answers whether there was anything to save. */
    async save(): Promise<boolean> {
      if (completeTo === undefined || completeTo === marked) return false
      if (received > saved) {
        await writeWal(store, nameOf(received) + unfinished, facts(), current.subarray(0, filled()))
        saved = received
      }
      await writeMark(store, timeline, { position: formatLsn(saved), ...facts() })
      marked = completeTo
      return true
    },
  }
}
