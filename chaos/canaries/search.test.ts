import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { randomFrom } from '#server/testing/random.ts'
import { needleOf, createCanaryValues, type Canary } from './canaries.ts'
import { createSearcher } from './search.ts'
import { hashesOf, encodingsOf } from './encodings.ts'

const values = createCanaryValues(randomFrom(11))
const canaries: Canary[] = [
  { name: 'name', value: values.name(), kind: 'personal' },
  { name: 'email', value: values.email(), kind: 'personal' },
  { name: 'street', value: values.street(), kind: 'personal' },
]
const search = createSearcher(canaries.map(needleOf))
const between = (bytes: Buffer) => Buffer.concat([randomBytes(1_000), bytes, randomBytes(1_000)])
const everyEncoding = canaries.flatMap(({ name, value }) =>
  [...encodingsOf(value), ...hashesOf(value)].map((encoding) => [name, encoding.name, encoding.bytes] as const),
)

it.each(everyEncoding)('finds the %s as %s between other bytes, in capitals too', (name, encoding, bytes) => {
  expect(search(between(bytes))).toContainEqual({ canary: name, encoding })
  const capitals = Buffer.from(
    bytes.toString('latin1').replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    'latin1',
  )
  expect(search(capitals)).toContainEqual({ canary: name, encoding })
})

it.each([0, 1, 2, 3, 4, 5])('finds a canary that is encoded as base64 after %d other bytes', (before) => {
  for (const { name, value } of canaries) {
    const whole = Buffer.concat([randomBytes(before), Buffer.from(value), randomBytes(7)])
    for (const encoding of ['base64', 'base64url'] as const) {
      expect(search(between(Buffer.from(whole.toString(encoding)))).map(({ canary }) => canary)).toContain(name)
    }
  }
})

it('finds a canary as the standard functions encode it', () => {
  const [{ value }] = canaries as [Canary]
  const texts = [
    encodeURIComponent(value),
    new URLSearchParams({ q: value }).toString(),
    JSON.stringify({ value }),
    JSON.stringify({ value: JSON.stringify({ value }) }),
    Buffer.from(value).toString('hex'),
    Buffer.from(value, 'utf16le').toString('latin1'),
  ]
  for (const text of texts)
    expect(search(Buffer.from(text, 'latin1')).length + search(Buffer.from(text)).length).not.toBe(0)
})

it('finds nothing in other bytes, in a truncated canary or in no bytes', () => {
  const [{ value }] = canaries as [Canary]
  expect(search(randomBytes(1_000_000))).toEqual([])
  expect(search(Buffer.from(value.slice(0, -1)))).toEqual([])
  expect(search(Buffer.alloc(0))).toEqual([])
})

it('makes the same values from the same seed, and no two alike', () => {
  const some = (seed: number) => {
    const { email, phone, street, flat, name, secret } = createCanaryValues(randomFrom(seed))
    return [email, phone, street, flat, name, secret].flatMap((make) => [make(), make()])
  }
  expect(some(5)).toEqual(some(5))
  expect(some(5)).not.toEqual(some(6))
  expect(new Set(some(5)).size).toBe(12)
})
