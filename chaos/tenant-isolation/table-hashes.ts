import type pg from 'pg'
import { failOnHiddenRows } from '#server/testing/database-contents.ts'
import { withClient } from '#server/testing/postgres.ts'

/**
 * A hash of a company's rows for each table, to detect changes. Leaves out refused deliveries (unverified signature): anybody
 * can cause those.
 */
export const hashTables = (adminUrl: string, companyId: string): Promise<Map<string, string>> =>
  withClient(adminUrl, async (client) => {
    await failOnHiddenRows(client)
    const hashes = new Map<string, string>()
    for (const { table, column } of await companyColumns(client)) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash
         from ${table} r where ${column}::text = $1 and coalesce(to_jsonb(r) ->> 'is_verified', 'true') = 'true'`,
        [companyId],
      )
      hashes.set(table, rows[0]?.hash ?? '')
    }
    return hashes
  })

/** The company column of each table; in pg-boss it is the group. */
export async function companyColumns(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and ((table_schema = 'public' and column_name = 'company_id')
       or (table_schema, table_name, column_name) in (('public', 'companies', 'id'), ('pgboss', 'job', 'group_id')))
     order by 1`,
  )
  return rows
}

export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...before].filter(([table, hash]) => after.get(table) !== hash).map(([table]) => `${table} has changed`)
