import { expect, it } from 'vitest'
import { formatPayload } from './format-payload.ts'

it('puts each value of a JSON text on its own line', () => {
  const text = '{"type":"order.created","data":{"items":[{"sku":"A, {B}: \\"C\\"","quantity":2},{}],"codes":[]}}'
  expect(formatPayload(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
})

it('keeps the digits of numbers that JSON.parse would round', () => {
  expect(formatPayload('{"id":9007199254740993123, "price": 1.50}')).toBe(
    '{\n  "id": 9007199254740993123,\n  "price": 1.50\n}',
  )
})

it.each([
  ['text', 'topic=orders&id=7'],
  ['half a JSON text', '{"type":"order.cre'],
  ['lines of bytes', '000000  ff fe 00 7b\n000010  22'],
  ['what is nested beyond reading', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['what is too long to be read', `[${'1,'.repeat(150_000)}1]`],
])('leaves %s as it came', (_, text) => {
  expect(formatPayload(text)).toBe(text)
})
