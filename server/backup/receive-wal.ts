import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BackupStore, unfinished, walPlace, writeMark, writeWal } from './backup-store.ts'
import { type Copy, ensureSlot, parseSize, readSetting, type Replication, slotName } from './replication.ts'
import { formatLsn, segmentName, segmentNumber } from './wal-position.ts'

export type WalReceiverOptions = {
  replication: Replication
  store: BackupStore
  timeline: number
  /** The longest time for which a commit may be without a copy (recovery point objective). */
  saveEveryMs: number
  signal: AbortSignal
}

const silenceLimitMs = 60_000

/** Streams WAL from a replication slot and stores it until aborted, like pg_receivewal. Stored positions are confirmed, so that PostgreSQL can recycle that WAL. */
export async function receiveWal(options: WalReceiverOptions): Promise<void> {
  const { replication, store, timeline, signal } = options
  const size = parseSize(await readSetting(replication, 'wal_segment_size'))
  const { position: slot } = await ensureSlot(replication)
  // From the start of the segment, because files hold whole segments.
  const from = segmentNumber(slot, size) * BigInt(size)
  const segments = openWalSegments(store, { timeline, size, from })
  const copy = replication.copy(`START_REPLICATION SLOT ${slotName} PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`)
  // Requests a keepalive regularly: it reports the WAL position even while nothing happens. Without an answer the connection is dead.
  const requestStatus = () => {
    const isSilent = performance.now() - copy.heardAt() > silenceLimitMs
    if (isSilent) copy.messages.destroy(new Error('PostgreSQL has not answered for a minute.'))
    else copy.send(standbyStatus(segments.saved, true))
  }
  const statusTimer = setInterval(requestStatus, options.saveEveryMs)
  signal.addEventListener('abort', requestStatus, { once: true })
  try {
    await receiveMessages(copy, segments, options)
  } finally {
    clearInterval(statusTimer)
    signal.removeEventListener('abort', requestStatus)
    copy.messages.destroy()
  }
}

async function receiveMessages(
  copy: Copy,
  segments: WalSegments,
  { saveEveryMs, signal }: WalReceiverOptions,
): Promise<void> {
  let savedAt = performance.now()
  const confirmSaved = () => {
    savedAt = performance.now()
    copy.send(standbyStatus(segments.saved, false))
  }
  for await (const message of parseMessages(copy.messages)) {
    if (message.kind === 'log' && (await segments.append(message.from, message.bytes))) confirmSaved()
    const isAll = message.upTo === segments.received
    if (isAll) segments.markComplete(message.at)
    const isDue = signal.aborted || performance.now() - savedAt >= saveEveryMs
    if (isDue && (await segments.save())) confirmSaved()
    if (signal.aborted && isAll) return
  }
  throw new Error('PostgreSQL has ended the log that it was sending.')
}

type Message = { kind: 'log' | 'alive'; from: bigint; bytes: Buffer; upTo: bigint; at: Date }

/** Replication messages: `w` (XLogData) carries WAL, `k` is a keepalive. */
async function* parseMessages(messages: Readable): AsyncGenerator<Message> {
  for await (const message of messages as AsyncIterable<Buffer>) {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (kind === 'w') {
      const [from, upTo] = [message.readBigUInt64BE(1), message.readBigUInt64BE(9)]
      yield { kind: 'log', from, upTo, at: toDate(message.readBigInt64BE(17)), bytes: message.subarray(25) }
    }
    if (kind === 'k') {
      const upTo = message.readBigUInt64BE(1)
      yield { kind: 'alive', from: upTo, upTo, at: toDate(message.readBigInt64BE(9)), bytes: Buffer.alloc(0) }
    }
  }
}

/** PostgreSQL's epoch: microseconds since 2000-01-01. */
const epoch = Date.UTC(2000, 0, 1)

const toDate = (microseconds: bigint) => new Date(epoch + Number(microseconds / 1000n))

/** A standby status update (`r`): the positions written, flushed and applied; we report the flushed one for all. */
function standbyStatus(saved: bigint, asksBack: boolean): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(saved, at)
  message.writeBigInt64BE(BigInt(Date.now() - epoch) * 1000n, 25)
  message.writeUInt8(asksBack ? 1 : 0, 33)
  return message
}

type WalSegments = ReturnType<typeof openWalSegments>

/** Collects WAL into files of PostgreSQL's segment size; the last, unfinished one is stored as far as it goes. */
function openWalSegments(
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
    /** Returns whether a segment became full and was stored. */
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
    /** At this moment the received WAL was complete. */
    markComplete(moment: Date): void {
      completeTo = moment
    },
    /** Stores the unfinished segment and the mark; returns whether there was anything to store. */
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
