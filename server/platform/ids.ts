import { createHash, randomFillSync } from 'node:crypto'

const counters = 0x1000
const length = 16

let last = { time: 0, counter: 0 }

/**
 * A UUID version 7 (RFC 9562): the first 48 bits are the time, so new rows are neighbors in an index. Ids of one process are
 * monotonic, also within a millisecond and when the clock is set back, because the 12 bits after the time are a counter.
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

/** A deterministic UUID version 8: the same words always give the same id. */
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

/** The counter starts at random in the lower half of its range; when it overflows, the time advances by a millisecond. */
function nextTimestamp({ time, counter }: typeof last, now: number, random: number): typeof last {
  if (now > time) return { time: now, counter: random % (counters / 2) }
  return counter + 1 < counters ? { time, counter: counter + 1 } : { time: time + 1, counter: 0 }
}

const pool = Buffer.alloc(256 * length)
let usedBytes = pool.length

/** Random bytes from a pool: filling 4 kB at once costs hardly more than 16 bytes. */
function nextRandomBytes(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += length
  return pool.subarray(usedBytes - length, usedBytes)
}
