import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'

const schema = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true })

const meta = join(import.meta.dirname, 'migrations/meta')
const readMeta = (name: string): unknown => JSON.parse(readFileSync(join(meta, name), 'utf8'))

it('the migrations make just what the schema says: run npm run db:generate when they do not', async () => {
  const { entries } = readMeta('_journal.json') as { entries: { idx: number }[] }
  const last = String(entries.at(-1)?.idx).padStart(4, '0')
  const migrated = readMeta(`${last}_snapshot.json`) as ReturnType<typeof generateDrizzleJson>
  const wanted = generateDrizzleJson(Object.assign({}, ...Object.values(schema)), migrated.id)
  expect(Object.keys(wanted.tables).length).toBeGreaterThan(40)
  expect(await generateMigration(migrated, wanted)).toEqual([])
})
