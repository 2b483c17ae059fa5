import { expect, it } from 'vitest'
import { rawSqlIn } from './raw-sql.ts'

it.each([
  'tx.execute(sql.raw(`select * from ${name}`))',
  'const fragment = sql . raw(text)',
  'sql?.raw(text)',
  `sql['raw'](text)`,
  'const { raw } = sql',
  'const { join, raw: asItIs } = sql',
  'new SQL([new StringChunk(text)])',
])('raw SQL is found: %s', (line) => {
  expect(rawSqlIn('server/features/orders/queries.ts', `const one = 1\n${line}\n`)).toEqual([
    expect.stringContaining('server/features/orders/queries.ts:2: sql.raw'),
  ])
})

it.each([
  'sql`select * from ${sql.identifier(name)} where id = ${id}`',
  'const literal = sql`${value}`.inlineParams()',
  'const { rows, raw } = await readBody(request)',
  'request.raw.socket',
])('other texts are left alone: %s', (line) => {
  expect(rawSqlIn('server/features/orders/queries.ts', line)).toEqual([])
})

it('a listed file may use it', () => {
  expect(rawSqlIn('server/platform/db/rows.ts', 'sql.raw(column.getSQLType())')).toEqual([])
})
