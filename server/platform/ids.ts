import { createHash, randomFillSync } from 'node:crypto'

const counters = 0x1000
const length = 16

let last = { time: 0, counter: 0 }

/**
 * A UUID of version 7: the first 48 bits are the time, so new rows land side by side in an index. Ids made now sort as
 * this process made them, also within a millisecond and when the clock is set back: the 12 bits after the time count.
 */
export function newId(at?: number): string {
  const bytes = nextRandomBytes()
  if (at === undefined) last = nextTimestamp(last, Date.now(), bytes.readUInt16BE(6))
  const { time, counter } = at === undefined ? last : { time: at, counter: bytes.readUInt16BE(6) % counters }
  bytes.writeUIntBE(time, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return formatUuid(bytes)
}

/** A UUID of version 8, always the same for the same words: for what others are to know again. */
export function idFrom(...words: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, length)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return formatUuid(bytes)
}

function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Each millisecond begins at random in the lower half, so that thousands more fit; past those it borrows the next one. */
function nextTimestamp({ time, counter }: typeof last, now: number, random: number): typeof last {
  if (now > time) return { time: now, counter: random % (counters / 2) }
  return counter + 1 < counters ? { time, counter: counter + 1 } : { time: time + 1, counter: 0 }
}

const pool = Buffer.alloc(256 * length)
let usedBytes = pool.length

/** Bytes that nobody has had: asking for many at a time costs hardly more than for a few. */
function nextRandomBytes(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += length
  return pool.subarray(usedBytes - length, usedBytes)
}
