import type pg from 'pg'

/** A table as the database itself describes it. */
export type TableFacts = {
  name: string
  columns: ColumnFacts[]
  primaryKey: string[]
  uniqueKeys: { name: string; columns: (string | null)[] }[]
  foreignKeys: { name: string; columns: string[]; parent: string; isIndexed: boolean }[]
  /** `isForOwner` when it lets the table's owner read, and nobody else do anything. */
  policies: { name: string; using: string | null; check: string | null; isForOwner: boolean }[]
  isWalled: boolean
  isWalledForOwner: boolean
}

export type ColumnFacts = {
  name: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isGenerated: boolean
}

/** Every table of ours: those of the queue and of the migrations stand in schemas of their own. */
export async function readCatalogue(client: pg.Client | pg.Pool): Promise<TableFacts[]> {
  const { rows } = await client.query<{ facts: TableFacts }>(catalogueQuery)
  return rows.map(({ facts }) => facts)
}

const catalogueQuery = `
with
key_columns as (
  select indexrelid, indrelid, indisunique, indisprimary, (
    select json_agg(attname order by position)
    from unnest(indkey::int2[]) with ordinality as key(attnum, position)
    left join pg_attribute on attrelid = indrelid and pg_attribute.attnum = key.attnum
    where position <= indnkeyatts
  ) as columns
  from pg_index
)
select json_build_object(
  'name', t.relname,
  'isWalled', t.relrowsecurity,
  'isWalledForOwner', t.relforcerowsecurity,
  'columns', (
    select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'isRequired', attnotnull,
      'hasDefault', atthasdef and attgenerated = '', 'isGenerated', attgenerated <> '') order by attnum)
    from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
  ),
  'primaryKey', coalesce((select columns from key_columns where indrelid = t.oid and indisprimary), '[]'),
  'uniqueKeys', coalesce((
    select json_agg(json_build_object('name', indexrelid::regclass::text, 'columns', columns))
    from key_columns where indrelid = t.oid and indisunique
  ), '[]'),
  'foreignKeys', coalesce((
    select json_agg(json_build_object('name', conname, 'parent', confrelid::regclass::text, 'columns', (
      select json_agg(attname order by position)
      from unnest(conkey) with ordinality as key(attnum, position)
      join pg_attribute on attrelid = conrelid and pg_attribute.attnum = key.attnum
    ), 'isIndexed', exists (
      select from pg_index where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] = conkey
    )) order by conname)
    from pg_constraint where conrelid = t.oid and contype = 'f'
  ), '[]'),
  'policies', coalesce((
    select json_agg(json_build_object('name', policyname, 'using', qual, 'check', with_check,
      'isForOwner', cmd = 'SELECT' and roles = array[pg_get_userbyid(t.relowner)]) order by policyname)
    from pg_policies where schemaname = n.nspname and tablename = t.relname
  ), '[]')
) as facts
from pg_class t join pg_namespace n on n.oid = t.relnamespace
where t.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')
order by t.relname`
