import { expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const base = 'https://lockstep.example'

it.each([
  ['/orders?status=placed#top', '/orders?status=placed#top'],
  ['/admin', '/admin'],
])('goes back to %s', (wanted, expected) => expect(safeReturnPath(wanted, base)).toBe(expected))

it.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/x/..//evil.example/',
  '/%2f/evil.example',
  '/%E0%A4%A',
  '/api/logout',
  '/api',
  '/%61pi/logout',
  '/%61pi/../api/logout',
  `/${'x'.repeat(3000)}`,
])('goes to the start instead of %j', (wanted) => expect(safeReturnPath(wanted, base)).toBe('/'))
