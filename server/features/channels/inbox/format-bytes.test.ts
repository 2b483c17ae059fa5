import { expect, it } from 'vitest'
import { formatBytes } from './delivery-content.ts'

it.each([
  ['nothing', Buffer.alloc(0), ''],
  ['text', Buffer.from('{"name":"Zoë 🧦"}'), '{"name":"Zoë 🧦"}'],
  ['text with a NUL', Buffer.from('a\0b'), 'a\0b'],
  ['other bytes', Buffer.from([0xff, 0x00, 0x41]), '000000  ff 00 41'],
  [
    'more than a line of them',
    Buffer.alloc(17, 0xfe),
    '000000  fe fe fe fe fe fe fe fe fe fe fe fe fe fe fe fe\n000010  fe',
  ],
])('shows %s', (_name, bytes, shown) => expect(formatBytes(bytes)).toBe(shown))
