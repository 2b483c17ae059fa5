import { expect, test } from 'vitest'
import { satisfiesLock } from './satisfies-lock.mjs'

const platform = { platform: 'linux', arch: 'x64' }
const pg = { version: '8.0.0', integrity: 'sha512-a' }
const native = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['x64'] }
const foreign = { version: '1.0.0', integrity: 'sha512-c', optional: true, os: ['darwin'], cpu: ['arm64'] }
const needOfForeign = { version: '1.0.0', integrity: 'sha512-d', optional: true }
const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/pg': pg,
    'node_modules/native': native,
    'node_modules/foreign': foreign,
    'node_modules/need-of-foreign': needOfForeign,
  },
}

test.each([
  ['is content without what other platforms need', { 'node_modules/pg': pg, 'node_modules/native': native }, true],
  ['misses a package', { 'node_modules/native': native }, false],
  ['misses the package of this platform', { 'node_modules/pg': pg }, false],
  ['sees another version', { 'node_modules/pg': { ...pg, version: '8.0.1' }, 'node_modules/native': native }, false],
  [
    'sees another content',
    { 'node_modules/pg': { ...pg, integrity: 'sha512-x' }, 'node_modules/native': native },
    false,
  ],
])('%s', (_, packages, expected) => {
  expect(satisfiesLock({ packages }, lock, platform)).toBe(expected)
})
