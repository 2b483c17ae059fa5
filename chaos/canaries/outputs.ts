import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { failOnHiddenRows } from '#server/testing/database-contents.ts'
import { withClient } from '#server/testing/postgres.ts'
import { partsOf } from '#server/testing/workbooks.ts'
import type { Searcher } from './search.ts'

/** All values of each `table.column`, as one text. */
export type Dump = Map<string, string>

/**
 * A logical dump and more: every row of every table of every schema, planner statistics, roles and settings. Shows values
 * uncompressed that PostgreSQL compresses in its files.
 */
export async function readDump(adminUrl: string): Promise<Dump> {
  return withClient(adminUrl, async (client) => {
    await failOnHiddenRows(client)
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

/** Catalog rows as one text, since some of their types have no JSON. Leaves out our own query. */
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
    // PostgreSQL removes files meanwhile.
    return Buffer.alloc(0)
  }
}

/** Unpacks workbooks, which are compressed zip files. */
export const unpackWorkbook = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 2).toString() === 'PK' ? Buffer.from(Object.values(partsOf(bytes)).join('\n')) : bytes

/** One line for each canary found in the bytes. */
export const leaksIn = (search: Searcher, place: string, bytes: Uint8Array): string[] =>
  search(bytes).map(({ canary, encoding }) => `${canary} (${encoding}) in ${place}`)
