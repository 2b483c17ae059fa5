import type { Shape } from './encodings.ts'

export type Needle = { canary: string; shapes: readonly Shape[] }
export type Found = { canary: string; shape: string }
/** Says which of the needles stand somewhere in the bytes, in any of their shapes. */
export type Searcher = (bytes: Uint8Array) => Found[]

type Pattern = Found & { bytes: Uint8Array }

/** Capitals are taken for small letters, in what is searched and in what is looked for. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))
const fold = (byte: number | undefined) => folded[byte ?? 0] ?? 0

/** Of three bytes in a row; most triples of any data are the beginning of nothing. */
const mixed = (first: number, second: number, third: number) => (first << 10) ^ (second << 5) ^ third
const mixes = 1 << 18

/** All needles are looked for in one walk: hundreds of walks through a whole database folder would take minutes. */
export function createSearcher(needles: readonly Needle[]): Searcher {
  const byStart = new Map<number, Pattern[]>()
  const isStart = new Uint8Array(mixes)
  for (const { canary, shapes } of needles) {
    for (const { name, bytes } of shapes) {
      const pattern = { canary, shape: name, bytes: bytes.map((byte) => fold(byte)) }
      const start = mixed(fold(bytes[0]), fold(bytes[1]), fold(bytes[2]))
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
      const start = mixed(first, second, third)
      if (isStart[start] === 1) {
        for (const pattern of byStart.get(start) ?? []) if (stands(pattern.bytes, data, at)) found.add(pattern)
      }
      first = second
      second = third
    }
    return [...found].map(({ canary, shape }) => ({ canary, shape }))
  }
}

function stands(pattern: Uint8Array, data: Uint8Array, at: number): boolean {
  if (at + pattern.length > data.length) return false
  for (let index = 0; index < pattern.length; index += 1) {
    if (fold(data[at + index]) !== pattern[index]) return false
  }
  return true
}
