import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { randomFrom } from '#server/testing/random.ts'
import { needleOf, wordsFrom, type Canary } from './canaries.ts'
import { createSearcher } from './search.ts'
import { hashesOf, shapesOf } from './encodings.ts'

const words = wordsFrom(randomFrom(11))
const canaries: Canary[] = [
  { name: 'name', value: words.name(), kind: 'personal' },
  { name: 'email', value: words.email(), kind: 'personal' },
  { name: 'street', value: words.street(), kind: 'personal' },
]
const search = createSearcher(canaries.map(needleOf))
const amid = (bytes: Buffer) => Buffer.concat([randomBytes(1_000), bytes, randomBytes(1_000)])
const everyShape = canaries.flatMap(({ name, value }) =>
  [...shapesOf(value), ...hashesOf(value)].map((shape) => [name, shape.name, shape.bytes] as const),
)

it.each(everyShape)('finds the %s as %s between other bytes, in capitals too', (name, shape, bytes) => {
  expect(search(amid(bytes))).toContainEqual({ canary: name, shape })
  const capitals = Buffer.from(
    bytes.toString('latin1').replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    'latin1',
  )
  expect(search(capitals)).toContainEqual({ canary: name, shape })
})

it.each([0, 1, 2, 3, 4, 5])('finds what somebody put into base64 after %d other bytes', (before) => {
  for (const { name, value } of canaries) {
    const whole = Buffer.concat([randomBytes(before), Buffer.from(value), randomBytes(7)])
    for (const encoding of ['base64', 'base64url'] as const) {
      expect(search(amid(Buffer.from(whole.toString(encoding)))).map(({ canary }) => canary)).toContain(name)
    }
  }
})

it('finds each shape that standard functions write', () => {
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

it('finds nothing where nothing is, at the very end or cut off', () => {
  const [{ value }] = canaries as [Canary]
  expect(search(randomBytes(1_000_000))).toEqual([])
  expect(search(Buffer.from(value.slice(0, -1)))).toEqual([])
  expect(search(Buffer.alloc(0))).toEqual([])
})

it('makes the same words of the same seed, and no two alike', () => {
  const some = (seed: number) => {
    const { email, phone, street, flat, name, secret } = wordsFrom(randomFrom(seed))
    return [email, phone, street, flat, name, secret].flatMap((make) => [make(), make()])
  }
  expect(some(5)).toEqual(some(5))
  expect(some(5)).not.toEqual(some(6))
  expect(new Set(some(5)).size).toBe(12)
})
