import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withClient } from '#server/testing/postgres.ts'
import { partsOf } from '#server/testing/workbooks.ts'
import type { Searcher } from './search.ts'

/** By `table.column`, all that stands in it. */
export type Dump = Map<string, string>

/**
 * What a logical dump would hold, and more: every row of every table of every schema, what the planner remembers of
 * columns, roles and settings. Values that PostgreSQL has compressed in its files stand here as they are.
 */
export async function readDump(ownerUrl: string): Promise<Dump> {
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select schemaname as schema, relname as name from pg_stat_user_tables
       union all values ('pg_catalog', 'pg_stats'), ('pg_catalog', 'pg_stat_activity'), ('pg_catalog', 'pg_authid'),
         ('pg_catalog', 'pg_settings'), ('pg_catalog', 'pg_db_role_setting'), ('pg_catalog', 'pg_description'),
         ('pg_catalog', 'pg_largeobject')`,
    )
    const dump: Dump = new Map()
    for (const { schema, name } of tables) {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      const { rows } = await client.query<{ column: string; text: string }>(`
        select e.key as column, string_agg(e.value, chr(10)) as text
        from ${table} r, lateral jsonb_each_text(${schema === 'pg_catalog' ? asText(name) : 'to_jsonb(r)'}) e
        where e.value is not null group by 1`)
      const of = schema === 'public' ? name : `${schema}.${name}`
      for (const { column, text } of rows) dump.set(`${of}.${column}`, text)
    }
    return dump
  })
}

/** Of the catalogue a row is one text: some of its types have no JSON. Our own look is not part of what is looked at. */
const asText = (name: string) =>
  name === 'pg_stat_activity'
    ? `jsonb_build_object('query', case when r.pid <> pg_backend_pid() then r.query end)`
    : `jsonb_build_object('row', r::text)`

/** Every file below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

export const readFile = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch {
    // PostgreSQL takes files away as it goes.
    return Buffer.alloc(0)
  }
}

/** A workbook is a zip file, of which nothing can be seen from outside. */
export const unpacked = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 2).toString() === 'PK' ? Buffer.from(Object.values(partsOf(bytes)).join('\n')) : bytes

/** What stands where, in a line each. */
export const leaksIn = (search: Searcher, place: string, bytes: Uint8Array): string[] =>
  search(bytes).map(({ canary, shape }) => `${canary} (${shape}) in ${place}`)
