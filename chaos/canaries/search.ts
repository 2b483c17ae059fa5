import type { Encoding } from './encodings.ts'

export type Needle = { canary: string; encodings: readonly Encoding[] }
export type Found = { canary: string; encoding: string }
/** Finds the needles that occur in the bytes, in any encoding, ignoring case. */
export type Searcher = (bytes: Uint8Array) => Found[]

type Pattern = Found & { bytes: Uint8Array }

/** ASCII case folding, of needles and data. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))
const fold = (byte: number | undefined) => folded[byte ?? 0] ?? 0

/** Hash of three bytes, as a filter: most triples of data start no needle. */
const hashTriple = (first: number, second: number, third: number) => (first << 10) ^ (second << 5) ^ third
const hashCount = 1 << 18

/** Searches all needles in one pass: a pass for each would take minutes in a whole database folder. */
export function createSearcher(needles: readonly Needle[]): Searcher {
  const byStart = new Map<number, Pattern[]>()
  const isStart = new Uint8Array(hashCount)
  for (const { canary, encodings } of needles) {
    for (const { name, bytes } of encodings) {
      const pattern = { canary, encoding: name, bytes: bytes.map((byte) => fold(byte)) }
      const start = hashTriple(fold(bytes[0]), fold(bytes[1]), fold(bytes[2]))
      byStart.set(start, [...(byStart.get(start) ?? []), pattern])
      isStart[start] = 1
    }
  }
  return (data) => {
    const found = new Set<Pattern>()
    let first = fold(data[0])
    let second = fold(data[1])
    for (let at = 0; at + 2 < data.length; at += 1) {
      const third = fold(data[at + 2])
      const start = hashTriple(first, second, third)
      if (isStart[start] === 1) {
        for (const pattern of byStart.get(start) ?? []) if (matchesAt(pattern.bytes, data, at)) found.add(pattern)
      }
      first = second
      second = third
    }
    return [...found].map(({ canary, encoding }) => ({ canary, encoding }))
  }
}

function matchesAt(pattern: Uint8Array, data: Uint8Array, at: number): boolean {
  if (at + pattern.length > data.length) return false
  for (let index = 0; index < pattern.length; index += 1) {
    if (fold(data[at + index]) !== pattern[index]) return false
  }
  return true
}
