import { expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const base = 'https://lockstep.example'

it.each([
  ['/orders?status=placed#top', '/orders?status=placed#top'],
  ['/admin', '/admin'],
  ['/apiary', '/apiary'],
  ['/orders/api/', '/orders/api/'],
  [`/${'x'.repeat(1_999)}`, `/${'x'.repeat(1_999)}`],
])('a return path leads back to %s', (wanted, expected) => expect(safeReturnPath(wanted, base)).toBe(expected))

it.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example',
  '//evil.example/orders',
  '//[',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/x/..//evil.example/',
  '/%2f/evil.example',
  '/%E0%A4%A',
  '/api/logout',
  '/api',
  '/API/logout',
  '/%61pi/logout',
  '/%61pi/../api/logout',
  `/${'x'.repeat(2_000)}`,
])('a return path leads to the start page instead of %j', (wanted) => expect(safeReturnPath(wanted, base)).toBe('/'))

const schemes = [
  'https:',
  'https:/',
  'https://',
  'HTTPS:\\\\',
  'http:',
  'ftp://',
  'blob:https://',
  'javascript:',
  'data:,',
]
const slashes = [
  '//',
  '///',
  '/\\',
  '\\\\',
  '/\\/',
  '\\/',
  '/./',
  '/.//',
  '/..//',
  '/x/..//',
  '/x/../\\',
  '/;//',
  '/?//',
  '/#//',
]
const encoded = [
  '/%2f',
  '/%2F%2F',
  '/%5c',
  '/%5C%5C',
  '/%09/',
  '/%0a/',
  '/%00/',
  '/%252f%252f',
  '/%e2%80%a8/',
  '/%c0%af',
]
const unseen = [
  '/\t/',
  '/\n/',
  '/\r\n/',
  '\t//',
  ' //',
  '\u0000//',
  '/\u0000/',
  '/\u2028/',
  '/\u3000/',
  '\u202e//',
  '/\uff0f',
]
const names = [
  '@',
  '/@',
  '//user@',
  '/\\user:pass@',
  '//[::1]@',
  '/:80//',
  '//lockstep.example@',
  'https://lockstep.example@',
]
const shapes = [schemes, slashes, encoded, unseen, names].flat()

it.each(shapes)('a return path of the form %j with another host stays on our site', (shape) => {
  for (const wanted of [`${shape}evil.example`, `${shape}evil.example/orders`, `/orders${shape}evil.example`]) {
    const path = safeReturnPath(wanted, base)
    expect(new URL(path, base).origin, path).toBe(base)
    expect(path, wanted).toMatch(/^\/(?![/\\])/)
    expect(path, 'nothing that ends the header').not.toMatch(/\p{Cc}/u)
  }
})
