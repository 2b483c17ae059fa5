import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeLock } from './complete-lock.mjs'

test('missing packages of other platforms are added, and present entries stay', () => {
  const present = { version: '1.2.3', integrity: 'sha512-x', optional: true }
  const { packages } = completeLock({
    packages: {
      'node_modules/tool': {
        version: '1.2.3',
        dev: true,
        optionalDependencies: {
          'tool-linux-x64-gnu': '1.2.3',
          'tool-linux-x64-musl': '1.2.3',
          '@t/darwin-arm64': '^1.2.3',
          fsevents: '2',
        },
      },
      'node_modules/tool-linux-x64-gnu': present,
    },
  })
  expect(Object.keys(packages)).toEqual([
    'node_modules/@t/darwin-arm64',
    'node_modules/tool',
    'node_modules/tool-linux-x64-gnu',
    'node_modules/tool-linux-x64-musl',
  ])
  expect(packages['node_modules/tool-linux-x64-gnu']).toBe(present)
  expect(packages['node_modules/tool-linux-x64-musl']).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    libc: ['musl'],
    os: ['linux'],
    dev: true,
    optional: true,
  })
  expect(packages['node_modules/@t/darwin-arm64']).toEqual({
    version: '1.2.3',
    cpu: ['arm64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  })
})

test.each(['package-lock.json', 'mutation/tool/package-lock.json'])('our own %s is complete', (file) => {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof completeLock>[0]
  expect(completeLock(lock)).toEqual(lock)
})
