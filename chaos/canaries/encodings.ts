import { createHash } from 'node:crypto'

export type Shape = { name: string; bytes: Buffer }

/** Shorter than this a text may stand somewhere by chance. */
const shortest = 8

/**
 * How a text may stand somewhere without being plain to see. Case is not told apart by whoever searches, so that each
 * shape stands for its capitals too.
 */
export function shapesOf(value: string): Shape[] {
  const plain = Buffer.from(value)
  const shapes: Shape[] = [
    { name: 'plain', bytes: plain },
    { name: 'UTF-16 LE', bytes: Buffer.from(value, 'utf16le') },
    { name: 'UTF-16 BE', bytes: Buffer.from(value, 'utf16le').swap16() },
    { name: 'in a URL', bytes: Buffer.from(encodeURIComponent(value)) },
    { name: 'in a form', bytes: Buffer.from(new URLSearchParams([['', value]]).toString().slice(1)) },
    { name: 'in JSON', bytes: Buffer.from(JSON.stringify(value).slice(1, -1)) },
    { name: 'in JSON as ASCII', bytes: Buffer.from(asAscii(JSON.stringify(value).slice(1, -1))) },
    { name: 'in HTML', bytes: Buffer.from(inHtml(value)) },
    { name: 'in SQL', bytes: Buffer.from(value.replaceAll("'", "''")) },
    { name: 'hex', bytes: Buffer.from(plain.toString('hex')) },
    ...inBase64(plain, 'base64'),
    ...inBase64(plain, 'base64url'),
  ]
  return distinct(shapes)
}

/** A hash without a key can be found again by whoever guesses the text. */
export function hashesOf(value: string): Shape[] {
  const texts = [...new Set([value, value.toLowerCase()])]
  return texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => ({
        name: `${algorithm} in ${encoding}`,
        bytes: Buffer.from(createHash(algorithm).update(text).digest(encoding).replace(/=+$/, '')),
      })),
    ),
  )
}

const asAscii = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** Wherever it stands in a longer text, it is told by what no neighbour of it changes. */
function inBase64(plain: Buffer, encoding: 'base64' | 'base64url'): Shape[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), plain])
      .toString(encoding)
      .replace(/=+$/, '')
    const changedByWhatIsBefore = before === 0 ? 0 : before + 1
    const bitsOfLast = ((before + plain.length) * 8) % 6
    const sure = text.slice(changedByWhatIsBefore, bitsOfLast === 0 ? undefined : -1)
    return { name: `${encoding} after ${before}`, bytes: Buffer.from(sure) }
  })
}

function distinct(shapes: readonly Shape[]): Shape[] {
  const seen = new Set<string>()
  return shapes.filter(({ bytes }) => {
    const key = bytes.toString('latin1').toLowerCase()
    if (bytes.length < shortest || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
