import { isUtf8 } from 'node:buffer'

const bytesPerLine = 16

/** Text as text; anything else as lines of hexadecimal numbers, each with its place. */
export function formatBytes(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8')
  const lines = Math.ceil(body.length / bytesPerLine)
  return Array.from({ length: lines }, (_none, line) => formatLine(body, line * bytesPerLine)).join('\n')
}

const formatLine = (body: Buffer, from: number) =>
  `${from.toString(16).padStart(6, '0')}  ${body.toString('hex', from, from + bytesPerLine).replace(/..(?=.)/g, '$& ')}`
