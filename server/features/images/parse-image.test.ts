import { describe, expect, it } from 'vitest'
import { formatMessage, type Message } from '#contract/i18n.ts'
import { logoRule, productImageRule } from '#contract/images.ts'
import { jpegOf, pngOf, webpOf } from '#server/testing/images.ts'
import { parseImage, readHeader } from './parse-image.ts'

/** A lossy WebP: its frame begins with three bytes and a start code. */
function lossyWebpOf(width: number, height: number): Buffer {
  const content = webpOf(1, 1)
  content.write('VP8 ', 12, 'latin1')
  content.writeUInt16LE(width, 26)
  content.writeUInt16LE(height, 28)
  return content
}

/** A WebP with transparency, metadata or several frames. */
function extendedWebpOf(width: number, height: number): Buffer {
  const content = webpOf(1, 1)
  content.write('VP8X', 12, 'latin1')
  content.writeUIntLE(width - 1, 24, 3)
  content.writeUIntLE(height - 1, 27, 3)
  return content
}

describe('the header of a picture', () => {
  it.each([
    ['a PNG', pngOf(400, 100), 'image/png'],
    ['a JPEG', jpegOf(400, 100), 'image/jpeg'],
    [
      'a JPEG with filling before its frame',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xff]), jpegOf(400, 100).subarray(2)]),
      'image/jpeg',
    ],
    ['a lossless WebP', webpOf(400, 100), 'image/webp'],
    ['a lossy WebP', lossyWebpOf(400, 100), 'image/webp'],
    ['a WebP with more chunks', extendedWebpOf(400, 100), 'image/webp'],
  ])('of %s tells its type and sides', (_name, content, contentType) => {
    expect(readHeader(content)).toEqual({ contentType, width: 400, height: 100 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['SVG, which can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a page', Buffer.from('<html><script>1</script></html>'.repeat(3))],
    ['a GIF', Buffer.from('GIF89a'.padEnd(60))],
    ['a PNG that breaks off', pngOf(400, 100).subarray(0, 20)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9, ...Array.from({ length: 40 }, () => 0)])],
    ['a WebP that breaks off', webpOf(400, 100).subarray(0, 24)],
  ])('of %s is none', (_name, content) => {
    expect(readHeader(content)).toBeNull()
  })
})

describe('an uploaded picture', () => {
  it('is taken at its limits', () => {
    const content = pngOf(6_000, 6_000, productImageRule.maxBytes)
    expect(parseImage(content, productImageRule)).toEqual({ contentType: 'image/png', content })
  })

  it.each([
    ['of too many bytes', pngOf(10, 10, productImageRule.maxBytes + 1), productImageRule, 'must be 2 MB or smaller'],
    ['with too wide a side', pngOf(6_001, 10), productImageRule, 'must be 6000 pixels or smaller on each side'],
    ['with too high a side', jpegOf(10, 6_001), productImageRule, 'must be 6000 pixels or smaller on each side'],
    ['without pixels', pngOf(0, 10), productImageRule, 'Choose a PNG, JPEG, or WebP picture.'],
    ['as a logo in WebP', webpOf(10, 10), logoRule, 'Choose a PNG or JPEG picture.'],
    ['as a logo of too many bytes', pngOf(10, 10, logoRule.maxBytes + 1), logoRule, 'must be 256 KB or smaller'],
  ])('%s is refused at its field', (_name, content, rule, reason) => {
    const message = expect.toSatisfy((sentence: Message) => formatMessage(sentence).includes(reason))
    expect(() => parseImage(content, rule)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(reason), fields: [{ field: 'file', message }] }),
    )
  })
})
