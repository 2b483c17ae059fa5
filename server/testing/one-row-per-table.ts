import pg from 'pg'
import type { ColumnFacts, TableFacts } from './catalogue.ts'

/**
 * Fills every table with one row per company. All ids of a company's rows are the same, so that each row finds its
 * parents; CHECK constraints are dropped first, since values made up from column types alone cannot know them.
 */
export async function insertOneRowPerTable(owner: pg.Client, tables: TableFacts[], companies: FilledCompany[]) {
  await dropChecks(owner)
  await owner.query(`set session_replication_role = 'replica'`)
  for (const table of tables) {
    for (const company of companies) {
      const { text, values } = insertionOf(table, company)
      await owner.query(text, values)
    }
  }
  await owner.query(`set session_replication_role = 'origin'`)
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
  if (type.endsWith('[]')) return []
  if (type.startsWith('timestamp')) return new Date(0)
  if (type.startsWith('time')) return '12:00'
  if (type === 'date') return '2026-03-02'
  throw new Error(`Say here which value a column of type ${type} gets (${table.name}.${name})`)
}

async function dropChecks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
}
