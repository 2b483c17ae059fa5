import pg from 'pg'
import { withClient } from './postgres.ts'

/** Every column of every row of every table, the queue's included, as text by table. `ownerUrl` sees over all walls. */
export async function readWholeDatabase(ownerUrl: string): Promise<Map<string, string>> {
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
    )
    const texts = new Map<string, string>()
    for (const { schema, name } of tables) {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      const { rows } = await client.query<{ text: string }>(`select to_jsonb(r)::text as text from ${table} r`)
      texts.set(`${schema}.${name}`, rows.map(({ text }) => text).join('\n'))
    }
    return texts
  })
}
