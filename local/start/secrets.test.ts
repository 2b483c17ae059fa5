import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { loadSecrets } from './secrets.ts'

test('secrets are made once and readable by the owner only', () => {
  const folder = makeTempFolder()
  const made = loadSecrets(folder)
  expect(loadSecrets(folder)).toEqual(made)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('secrets that an earlier version did not have are added, and the others stay', () => {
  const folder = makeTempFolder()
  const { AMAZON_LWA_CLIENT_SECRET: _, ...earlier } = loadSecrets(folder)
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(earlier))
  const loaded = loadSecrets(folder)
  expect(loaded).toMatchObject(earlier)
  expect(loaded.AMAZON_LWA_CLIENT_SECRET).toHaveLength(43)
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual(loaded)
})
