import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Deterministic: steps are computed again after a restart and must give the same codes. */
export function makeCode(words: readonly (string | number)[], length: number): string {
  return [...sha256Of(words).subarray(0, length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** From 0 to the limit, exclusive. */
export const makeNumber = (words: readonly (string | number)[], limit: number): number =>
  sha256Of(words).readUInt32BE() % limit

const sha256Of = (words: readonly (string | number)[]) => createHash('sha256').update(words.join('\n')).digest()

/** Deterministic codes for a SKU that was added without them. */
export const makeAsin = (sku: string) => `B0${base36Digest(`asin ${sku}`, 8)}`

export const makeFnsku = (sku: string) => `X00${base36Digest(`fnsku ${sku}`, 7)}`

function base36Digest(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  return bytes.readBigUInt64BE().toString(36).toUpperCase().padStart(length, '0').slice(-length)
}
