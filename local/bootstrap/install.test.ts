import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { isInstalled } from './install.mjs'

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

test('wants an install when there is none, and when one was cut short', () => {
  const { root } = makeProject()
  expect(isInstalled(root)).toBe(false)
  mkdirSync(join(root, 'node_modules/pg'), { recursive: true })
  expect(isInstalled(root)).toBe(false)
})

test('accepts an install made by hand, and then knows it by its stamp alone', () => {
  const { root, npmInstalls } = makeProject()
  npmInstalls('1.0.0')
  expect(isInstalled(root)).toBe(true)
  rmSync(join(root, 'node_modules/.package-lock.json'))
  expect(isInstalled(root)).toBe(true)
})

test('wants an install when the lock file asks for something else', () => {
  const { root, npmInstalls, lockAsksFor } = makeProject()
  npmInstalls('1.0.0')
  expect(isInstalled(root)).toBe(true)
  lockAsksFor('1.1.0')
  expect(isInstalled(root)).toBe(false)
})
