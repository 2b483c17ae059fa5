import { expect, test } from 'vitest'
import { satisfiesLock, thisMachine } from './satisfies-lock.mjs'

const machine = { platform: 'linux', arch: 'x64', libc: 'glibc' }
const pg = { version: '8.0.0', integrity: 'sha512-a' }
const native = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['x64'] }
const ofGlibc = { ...native, libc: ['glibc'] }
const ofMusl = { ...native, libc: ['musl'] }
const foreign = { version: '1.0.0', integrity: 'sha512-c', optional: true, os: ['darwin'], cpu: ['arm64'] }
const needOfForeign = { version: '1.0.0', integrity: 'sha512-d', optional: true }
const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/pg': pg,
    'node_modules/native': native,
    'node_modules/of-glibc': ofGlibc,
    'node_modules/of-musl': ofMusl,
    'node_modules/foreign': foreign,
    'node_modules/need-of-foreign': needOfForeign,
  },
}

const complete = { 'node_modules/pg': pg, 'node_modules/native': native, 'node_modules/of-glibc': ofGlibc }

function without(name: keyof typeof complete) {
  return Object.fromEntries(Object.entries(complete).filter(([path]) => path !== name))
}

test.each([
  ['accepts that packages of other platforms are missing', complete, true],
  ['reports a missing package', without('node_modules/pg'), false],
  ['reports a missing package of this platform', without('node_modules/native'), false],
  ['reports a missing package of this C library', without('node_modules/of-glibc'), false],
  ['reports another version', { ...complete, 'node_modules/pg': { ...pg, version: '8.0.1' } }, false],
  ['reports another integrity hash', { ...complete, 'node_modules/pg': { ...pg, integrity: 'sha512-x' } }, false],
])('%s', (_, packages, expected) => {
  expect(satisfiesLock({ packages }, lock, machine)).toBe(expected)
})

test('detects the C library of Linux by the name that npm uses', () => {
  const { platform, libc } = thisMachine()
  expect(platform === 'linux' ? ['glibc', 'musl'] : [undefined]).toContain(libc)
})
