import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'

const schema = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true })
const inventory = readFileSync(join(import.meta.dirname, '../../../docs/data-inventory.md'), 'utf8')

/** Mean the same in every table and are explained once, at the top. */
const explainedOnce = new Set(['company_id', 'id', 'created_at', 'updated_at'])

function columnsOfSchema(): string[] {
  const tables = Object.values(schema)
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, PgTable))
  return tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.filter((column) => !explainedOnce.has(column.name)).map((column) => `${name}.${column.name}`)
  })
}

/** A column is named in the first cell of a row, or in the line that begins with "Also:". */
function columnsOfInventory(): string[] {
  return inventory
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const table = section.slice(0, section.indexOf('\n'))
      const rows = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1])
      const others =
        /^Also: (.*)$/m
          .exec(section)?.[1]
          ?.split(', ')
          .map((name) => name.replaceAll('`', '')) ?? []
      return [...rows, ...others].map((column) => `${table}.${column}`)
    })
}

it('the data inventory lists every column once, and no removed one', () => {
  const stored = columnsOfSchema()
  expect(stored.length).toBeGreaterThan(300)
  expect(columnsOfInventory().sort()).toEqual(stored.sort())
})
