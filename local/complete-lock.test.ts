import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addHashes, completeLock, entriesWithoutHash } from './complete-lock.mjs'

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

test('missing hashes are added, and what the registry does not have is named', async () => {
  const bundled = { version: '1.0.0', inBundle: true }
  const locked = { version: '1.0.0', integrity: 'sha512-locked' }
  const { lock, missing } = await addHashes(
    {
      packages: {
        '': { version: '1.0.0' },
        'node_modules/locked': locked,
        'node_modules/tool-linux-x64': { version: '1.2.3', dev: true },
        'node_modules/tool/node_modules/@t/darwin': { version: '1.2.3' },
        'node_modules/tool/node_modules/bundled': bundled,
        'node_modules/weak': { version: '2.0.0', integrity: 'sha1-weak' },
      },
    },
    async (name, version) => (name === 'tool-linux-x64' && version === '1.2.3' ? 'sha512-found' : null),
  )
  expect(missing).toEqual(['@t/darwin@1.2.3', 'weak@2.0.0'])
  expect(lock.packages).toMatchObject({
    'node_modules/locked': locked,
    'node_modules/tool-linux-x64': { version: '1.2.3', integrity: 'sha512-found', dev: true },
    'node_modules/tool/node_modules/bundled': bundled,
  })
})

test.each(['package-lock.json', 'mutation/tool/package-lock.json'])(
  'every package of our own %s has its hash, and none names a registry',
  (file) => {
    const lock = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof completeLock>[0]
    expect(entriesWithoutHash(lock)).toEqual([])
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved)).toEqual([])
  },
)
