import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { checkInputs } from './build-if-stale.ts'

test('a part is stale when its inputs change, and by nothing else', () => {
  const root = makeTempFolder()
  const file = join(root, 'fingerprints')
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const check = () => checkInputs(root, ['server/**', 'lock.json'], file)
  const build = () => {
    const found = check()
    writeFileSync(file, `${found?.content}\n${found?.times}`)
    return found
  }
  mkdirSync(join(root, 'server/inner'), { recursive: true })
  write('lock.json', '1')
  write('server/inner/a.ts', 'a')
  expect(build()).not.toBeNull()
  expect(check()).toBeNull()

  write('server/inner/a.test.ts', 'a test')
  write('elsewhere.ts', 'x')
  expect(check()).toBeNull()
  utimesSync(join(root, 'lock.json'), 0, 0)
  expect(check()).toBeNull()

  write('server/inner/a.ts', 'b')
  expect(build()).not.toBeNull()
  write('lock.json', '2')
  expect(build()).not.toBeNull()
  write('server/inner/b.ts', 'b')
  expect(check()).not.toBeNull()
})

test('a touched input is read once: its new time is stored', () => {
  const root = makeTempFolder()
  const file = join(root, 'fingerprints')
  writeFileSync(join(root, 'lock.json'), '1')
  const first = checkInputs(root, ['lock.json'], file)
  writeFileSync(file, `${first?.content}\n${first?.times}`)
  utimesSync(join(root, 'lock.json'), 0, 0)
  checkInputs(root, ['lock.json'], file)
  // Same size and time as stored: the content is not read again.
  writeFileSync(join(root, 'lock.json'), '2')
  utimesSync(join(root, 'lock.json'), 0, 0)
  expect(checkInputs(root, ['lock.json'], file)).toBeNull()
})
