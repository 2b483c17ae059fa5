import { createHash } from 'node:crypto'

/** Amazon's codes for a SKU that came without them: always the same for the same SKU. */
export const makeAsin = (sku: string) => `B0${base36Digest(`asin ${sku}`, 8)}`
export const makeFnsku = (sku: string) => `X00${base36Digest(`fnsku ${sku}`, 7)}`

function base36Digest(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  return bytes.readBigUInt64BE().toString(36).toUpperCase().padStart(length, '0').slice(-length)
}
