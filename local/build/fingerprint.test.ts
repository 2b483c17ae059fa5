import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { fingerprint } from './build-if-stale.ts'

test('the fingerprint changes with the inputs of the build, and with nothing else', () => {
  const root = makeTempFolder()
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const compute = () => fingerprint(root, ['server/**', 'lock.json'])
  mkdirSync(join(root, 'server/inner'), { recursive: true })
  write('lock.json', '1')
  write('server/inner/a.ts', 'a')
  const before = compute()

  write('server/inner/a.test.ts', 'a test')
  write('elsewhere.ts', 'x')
  utimesSync(join(root, 'lock.json'), 0, 0)
  expect(compute()).toBe(before)

  write('server/inner/a.ts', 'b')
  const edited = compute()
  expect(edited).not.toBe(before)
  write('lock.json', '2')
  expect(compute()).not.toBe(edited)
})
