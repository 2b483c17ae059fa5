import { createHash } from 'node:crypto'

export type Encoding = { name: string; bytes: Buffer }

/** Bytes; a shorter text could occur by chance. */
const minBytes = 8

/**
 * The encodings in which a text could leak. The search ignores case, so that each encoding covers its upper-case form too.
 */
export function encodingsOf(value: string): Encoding[] {
  const plain = Buffer.from(value)
  const encodings: Encoding[] = [
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
  return distinct(encodings)
}

/** Unkeyed hashes: whoever guesses the text can recompute them. */
export function hashesOf(value: string): Encoding[] {
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

/** For each alignment in a longer text: the base64 characters that do not depend on the neighboring bytes. */
function inBase64(plain: Buffer, encoding: 'base64' | 'base64url'): Encoding[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), plain])
      .toString(encoding)
      .replace(/=+$/, '')
    const charactersOfPrefix = before === 0 ? 0 : before + 1
    const bitsOfLast = ((before + plain.length) * 8) % 6
    const stable = text.slice(charactersOfPrefix, bitsOfLast === 0 ? undefined : -1)
    return { name: `${encoding} after ${before}`, bytes: Buffer.from(stable) }
  })
}

function distinct(encodings: readonly Encoding[]): Encoding[] {
  const seen = new Set<string>()
  return encodings.filter(({ bytes }) => {
    const key = bytes.toString('latin1').toLowerCase()
    if (bytes.length < minBytes || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
