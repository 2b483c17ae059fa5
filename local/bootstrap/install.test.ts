import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { installCommand, isInstalled } from './install.mjs'

const lockOf = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/pg': { version, integrity: `sha512-${version}` } } })

function makeProject(): { root: string; npmInstalls(version: string): void; lockAsksFor(version: string): void } {
  const root = makeTempFolder()
  const lockAsksFor = (version: string) => writeFileSync(join(root, 'package-lock.json'), lockOf(version))
  lockAsksFor('1.0.0')
  return {
    root,
    lockAsksFor,
    npmInstalls(version) {
      mkdirSync(join(root, 'node_modules'), { recursive: true })
      writeFileSync(join(root, 'node_modules/.package-lock.json'), lockOf(version))
    },
  }
}

test('dependencies are not installed when the record of npm is missing or the install was interrupted', () => {
  const { root } = makeProject()
  expect(isInstalled(root)).toBe(false)
  mkdirSync(join(root, 'node_modules/pg'), { recursive: true })
  expect(isInstalled(root)).toBe(false)
})

test('an install made by hand is accepted, and from then on recognized by its marker alone', () => {
  const { root, npmInstalls } = makeProject()
  npmInstalls('1.0.0')
  expect(isInstalled(root)).toBe(true)
  rmSync(join(root, 'node_modules/.package-lock.json'))
  expect(isInstalled(root)).toBe(true)
})

test('dependencies are not installed any more when the lock file changes', () => {
  const { root, npmInstalls, lockAsksFor } = makeProject()
  npmInstalls('1.0.0')
  expect(isInstalled(root)).toBe(true)
  lockAsksFor('1.1.0')
  expect(isInstalled(root)).toBe(false)
})

test.each([
  ['npm/11.19.1 node/v24.21.0 linux x64', false],
  ['npm/11.16.0 node/v24.21.0 linux x64', false],
  ['npm/12.0.0 node/v24.21.0 linux x64', false],
  ['npm/11.15.0 node/v24.21.0 linux x64', true],
  ['npm/10.9.2 node/v20.20.2 linux x64', true],
  [undefined, true],
])('an npm that does not know the list of allowed install scripts runs none of them: %s', (userAgent, isIgnoring) => {
  expect(installCommand(userAgent).includes('--ignore-scripts')).toBe(isIgnoring)
})
