/** Parses an LSN (log sequence number), PostgreSQL's position in the WAL: two hexadecimal numbers. */
export function parseLsn(text: string): bigint {
  const found = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text)
  if (!found) throw new Error(`PostgreSQL named a place in its log as ${text}`)
  return (BigInt(`0x${found[1]}`) << 32n) | BigInt(`0x${found[2]}`)
}

export const formatLsn = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`

/** WAL is split into segments of equal size, 16 MB by default. */
export const segmentNumber = (position: bigint, size: number): bigint => position / BigInt(size)

/** The file name of a segment as PostgreSQL writes it: timeline, then the segment number in two parts. */
export function segmentName(timeline: number, segment: bigint, size: number): string {
  const inOneHigh = 0x1_0000_0000n / BigInt(size)
  return [BigInt(timeline), segment / inOneHigh, segment % inOneHigh]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** The LSN at which the segment of this name begins. */
export const segmentStart = (name: string, size: number): bigint =>
  (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16, 24)}`) * BigInt(size)
