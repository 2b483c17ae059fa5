import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { type ImageRule, type ImageType, imageTypeName, sizeText } from '#contract/images.ts'

export type Image = { contentType: ImageType; content: Buffer }

/** The picture of an uploaded file. Its content decides what it is; its name and declared type are not read. */
export function parseImage(content: Buffer, rule: ImageRule): Image {
  if (content.length > rule.maxBytes)
    throw refusal(say('The picture must be {size} or smaller.', { size: sizeText(rule.maxBytes) }))
  const found = readHeader(content)
  if (!found || !rule.types.includes(found.contentType)) throw wrongImage(rule)
  const { contentType, width, height } = found
  if (width === 0 || height === 0) throw wrongImage(rule)
  if (Math.max(width, height) > rule.maxPixels) {
    const pixels = String(rule.maxPixels)
    throw refusal(say('The picture must be {pixels} pixels or smaller on each side.', { pixels }))
  }
  return { contentType, content }
}

const refusal = (message: Message) => new AppError('invalid', message, [{ field: 'file', message }])

const wrongImage = (rule: ImageRule) => refusal(say('Choose a {types} picture.', { types: typesIn(rule) }))

function typesIn({ types }: ImageRule): Message {
  const [one = '', two = '', three] = types.map(imageTypeName)
  return three === undefined
    ? say('{one} or {two}', { one, two })
    : say('{one}, {two}, or {three}', { one, two, three })
}

type Header = { contentType: ImageType; width: number; height: number }
type Size = Pick<Header, 'width' | 'height'>

export function readHeader(content: Buffer): Header | null {
  for (const [contentType, sizeOf] of formats) {
    const size = sizeOf(content)
    if (size) return { contentType, ...size }
  }
  return null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The first chunk of a PNG is its header, with both sides in 4 bytes each. */
function sizeOfPng(content: Buffer): Size | null {
  const isPng = content.subarray(0, 8).equals(pngSignature) && content.toString('latin1', 12, 16) === 'IHDR'
  return isPng && content.length >= 24 ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) } : null
}

/** Segments follow each other until the frame header (SOF), which has both sides in 2 bytes each. */
function sizeOfJpeg(content: Buffer): Size | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xff_d8) return null
  let at = 2
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1] ?? 0
    if (isFrameHeader(marker)) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
    // More 0xff may fill the space before a marker.
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15, without the tables DHT, JPG and DAC among them. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** A RIFF container whose first chunk is lossy (VP8), lossless (VP8L) or a header for more chunks (VP8X). */
function sizeOfWebp(content: Buffer): Size | null {
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp || content.length < 30) return null
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3f_ff, height: content.readUInt16LE(28) & 0x3f_ff }
    case 'VP8L': {
      const sides = content.readUInt32LE(21)
      return { width: (sides & 0x3f_ff) + 1, height: ((sides >>> 14) & 0x3f_ff) + 1 }
    }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

const formats: readonly [ImageType, (content: Buffer) => Size | null][] = [
  ['image/png', sizeOfPng],
  ['image/jpeg', sizeOfJpeg],
  ['image/webp', sizeOfWebp],
]
