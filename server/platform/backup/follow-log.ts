import type { Readable } from 'node:stream'
import type { Copy, Replication } from './replication.ts'
import { openSegments, type Segments } from './segments.ts'
import type { Shelf } from './shelf.ts'
import { ensureSlot, slotName } from './slot.ts'
import { bytesIn, show } from './take-base.ts'
import { formatPosition, segmentOf } from './wal-position.ts'

export type Following = {
  replication: Replication
  shelf: Shelf
  timeline: number
  /** So long what was committed may stay without a copy. */
  saveEveryMs: number
  signal: AbortSignal
}

const longestSilenceMs = 60_000

/** Receives PostgreSQL's log for as long as it may, and keeps it. What is kept PostgreSQL is told of, and may let go. */
export async function followLog(following: Following): Promise<void> {
  const { replication, shelf, timeline, signal } = following
  const size = bytesIn(await show(replication, 'wal_segment_size'))
  const { position: slot } = await ensureSlot(replication)
  // From the beginning of the segment: it is kept as a whole.
  const from = segmentOf(slot, size) * BigInt(size)
  const segments = openSegments(shelf, { timeline, size, from })
  const copy = replication.copy(
    `START_REPLICATION SLOT ${slotName} PHYSICAL ${formatPosition(from)} TIMELINE ${timeline}`,
  )
  // Asked again and again, PostgreSQL says how far its log goes even when nothing happens; if not, nobody is there any more.
  const ask = () => {
    const isSilent = performance.now() - copy.heardAt() > longestSilenceMs
    if (isSilent) copy.messages.destroy(new Error('PostgreSQL has not answered for a minute.'))
    else copy.send(statusOf(segments.saved, true))
  }
  const asking = setInterval(ask, following.saveEveryMs)
  signal.addEventListener('abort', ask, { once: true })
  try {
    await receive(copy, segments, following)
  } finally {
    clearInterval(asking)
    signal.removeEventListener('abort', ask)
    copy.messages.destroy()
  }
}

async function receive(copy: Copy, segments: Segments, { saveEveryMs, signal }: Following): Promise<void> {
  let savedAt = performance.now()
  const tell = () => {
    savedAt = performance.now()
    copy.send(statusOf(segments.saved, false))
  }
  for await (const message of messagesIn(copy.messages)) {
    if (message.kind === 'log' && (await segments.take(message.from, message.bytes))) tell()
    const isAll = message.upTo === segments.received
    if (isAll) segments.note(message.at)
    const isDue = signal.aborted || performance.now() - savedAt >= saveEveryMs
    if (isDue && (await segments.save())) tell()
    if (signal.aborted && isAll) return
  }
  throw new Error('PostgreSQL has ended the log that it was sending.')
}

type Message = { kind: 'log' | 'alive'; from: bigint; bytes: Buffer; upTo: bigint; at: Date }

/** Each begins with a letter: w has some of the log, k says only that it is alive. */
async function* messagesIn(messages: Readable): AsyncGenerator<Message> {
  for await (const message of messages as AsyncIterable<Buffer>) {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (kind === 'w') {
      const [from, upTo] = [message.readBigUInt64BE(1), message.readBigUInt64BE(9)]
      yield { kind: 'log', from, upTo, at: momentOf(message.readBigInt64BE(17)), bytes: message.subarray(25) }
    }
    if (kind === 'k') {
      const upTo = message.readBigUInt64BE(1)
      yield { kind: 'alive', from: upTo, upTo, at: momentOf(message.readBigInt64BE(9)), bytes: Buffer.alloc(0) }
    }
  }
}

/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1)
const momentOf = (microseconds: bigint) => new Date(epoch + Number(microseconds / 1000n))

/** How far we are: what is written, what is safe, what is applied. Only what is safe counts. */
function statusOf(saved: bigint, asksBack: boolean): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(saved, at)
  message.writeBigInt64BE(BigInt(Date.now() - epoch) * 1000n, 25)
  message.writeUInt8(asksBack ? 1 : 0, 33)
  return message
}
