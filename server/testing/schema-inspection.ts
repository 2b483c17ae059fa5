import pg from 'pg'

/** A table as PostgreSQL's catalog describes it. */
export type TableFacts = {
  name: string
  columns: ColumnFacts[]
  primaryKey: string[]
  uniqueKeys: { name: string; columns: (string | null)[] }[]
  foreignKeys: { name: string; columns: string[]; parent: string; isIndexed: boolean }[]
  /** `isForOwner`: the policy only lets the table's owner read. */
  policies: { name: string; using: string | null; check: string | null; isForOwner: boolean }[]
  isWalled: boolean
  isWalledForOwner: boolean
}

type ColumnFacts = {
  name: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isGenerated: boolean
}

/** All tables of the product; pg-boss's and drizzle's are in other schemas. */
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

/** Tables without company isolation. A short list on purpose: every other table is isolated per company. */
export const platformTables = [
  'companies',
  'public_handles',
  'refusal_counts',
  'restores',
  'sender_addresses',
  'sessions',
  'shared_tallies',
  'shared_texts',
  'shared_turns',
  'users',
  'vault_secrets',
]

/** Company tables with further policies; the schema file of the table says why that is safe. */
const otherPolicies: Record<string, string[]> = {
  amazon_integrations: ['owner_window'],
  audit_chain: ['platform'],
  audit_log: ['platform'],
  company_settings: ['owner_window', 'platform_window'],
  contact_confirmations: ['platform_window'],
  message_counts: ['platform_window'],
  notification_opt_outs: ['owner_window'],
  notifications: ['owner_window'],
  order_search: ['owner_window'],
  orders: ['owner_window'],
  products: ['owner_window'],
  security_notices: ['platform'],
  skus: ['owner_window'],
  sync_schedules: ['platform_window'],
}

/** Gaps in tenant isolation (row-level security) per table, as sentences. */
export function findIsolationGaps(tables: TableFacts[]): string[] {
  return tables.flatMap((table) => gapsOf(table).map((gap) => `${table.name} ${gap}`))
}

function gapsOf(table: TableFacts): string[] {
  const gaps = platformTables.includes(table.name) ? [] : companyGaps(table)
  if (!table.isWalled) gaps.push('has no row-level security')
  if (!table.isWalledForOwner) gaps.push('does not force row-level security on its owner')
  if (table.policies.length === 0) gaps.push('has no policy')
  for (const { name, isForOwner } of table.policies) {
    if (name === 'owner_window' && !isForOwner) gaps.push('has a window that is not for its owner alone, to read')
  }
  if (table.primaryKey.length === 0) gaps.push('has no primary key')
  for (const key of table.foreignKeys) if (!key.isIndexed) gaps.push(`has no index for ${key.name}`)
  return gaps
}

function companyGaps(table: TableFacts): string[] {
  const gaps: string[] = []
  const startsWithCompany = (columns: (string | null)[]) => columns[0] === 'company_id'
  if (!table.columns.some((column) => column.name === 'company_id' && column.isRequired)) {
    gaps.push('has no company_id that is never null')
  }
  for (const { name, columns } of [...table.uniqueKeys, ...table.foreignKeys]) {
    if (!startsWithCompany(columns)) gaps.push(`has a key that does not begin with company_id: ${name}`)
  }
  const allowed = ['company', ...(otherPolicies[table.name] ?? [])]
  for (const { name } of table.policies) if (!allowed.includes(name)) gaps.push(`has a policy of its own: ${name}`)
  if (!table.policies.some(isCompanyPolicy)) gaps.push('has no policy that compares company_id with app.company_id')
  return gaps
}

const companyRule = /^\(company_id = .*current_setting\('app\.company_id'::text, true\)/s

const isCompanyPolicy = (policy: TableFacts['policies'][number]) =>
  policy.name === 'company' && policy.using === policy.check && companyRule.test(policy.using ?? '')

/**
 * Inserts one row per table and company. All rows of a company have the same id, so that foreign keys match; CHECK constraints are
 * dropped first, because the values are derived from column types only.
 */
export async function insertOneRowPerTable(admin: pg.Client, tables: TableFacts[], companies: FilledCompany[]) {
  await dropChecks(admin)
  await admin.query(`set session_replication_role = 'replica'`)
  for (const table of tables) {
    for (const company of companies) {
      const { text, values } = insertionOf(table, company)
      await admin.query(text, values)
    }
  }
  await admin.query(`set session_replication_role = 'origin'`)
}

export type FilledCompany = { companyId: string; rowId: string }

export function insertionOf(table: TableFacts, company: FilledCompany): { text: string; values: unknown[] } {
  const columns = table.columns.filter((column) => mustBeFilled(table, column))
  const values = columns.map((column) => valueFor(table, column, company))
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  const places = columns.map((_, position) => `$${position + 1}`).join(', ')
  return { text: `insert into ${table.name} (${names}) values (${places})`, values }
}

const isLink = (table: TableFacts, column: ColumnFacts) =>
  table.foreignKeys.some(({ columns }) => columns.includes(column.name))

const mustBeFilled = (table: TableFacts, column: ColumnFacts) =>
  !column.isGenerated && (isLink(table, column) || (column.isRequired && !column.hasDefault))

function valueFor(table: TableFacts, { name, type }: ColumnFacts, { companyId, rowId }: FilledCompany): unknown {
  if (name === 'company_id' || (table.name === 'companies' && name === 'id')) return companyId
  if (type === 'uuid') return rowId
  if (type === 'text') return rowId
  if (type === 'integer' || type === 'bigint' || type.startsWith('numeric')) return 1
  if (type === 'boolean') return true
  if (type === 'jsonb') return {}
  if (type === 'bytea') return Buffer.from('1')
  if (type.endsWith('[]')) return []
  if (type.startsWith('timestamp')) return new Date(0)
  if (type.startsWith('time')) return '12:00'
  if (type === 'date') return '2026-03-02'
  throw new Error(`Say here which value a column of type ${type} gets (${table.name}.${name})`)
}

async function dropChecks(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await admin.query(`alter table ${table} drop constraint ${name}`)
}
