import { getTableName, type BuildExtraConfigColumns } from 'drizzle-orm'
import {
  foreignKey,
  index,
  pgTable,
  primaryKey,
  uuid,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { companies } from './companies.ts'
import { companyPolicy } from './row-security.ts'

type ColumnMap = Record<string, PgColumnBuilderBase>
type Constraints<Name extends string, Columns extends ColumnMap> = (
  table: BuildExtraConfigColumns<Name, Columns, 'pg'>,
) => PgTableExtraConfigValue[]

const owner = () => ({ companyId: uuid('company_id').notNull() })
const ownerAndId = () => ({ ...owner(), id: id() })

/** A table of company rows with an id: adds row-level security, the primary key (company, id) and the foreign key to companies. */
export function companyTable<Name extends string, Columns extends ColumnMap>(
  name: Name,
  columns: Columns,
  constraints: Constraints<Name, Columns & ReturnType<typeof ownerAndId>> = () => [],
) {
  return pgTable(name, { ...ownerAndId(), ...columns }, (table) => [
    ...owned(table),
    primaryKey({ name: `${name}_pkey`, columns: [table.companyId, table.id] }),
    ...constraints(table),
  ])
}

/** The same without an id: the table states its own primary key. */
export function keyedCompanyTable<Name extends string, Columns extends ColumnMap>(
  name: Name,
  columns: Columns,
  constraints: Constraints<Name, Columns & ReturnType<typeof owner>>,
) {
  return pgTable(name, { ...owner(), ...columns }, (table) => [...owned(table), ...constraints(table)])
}

type Parent = { companyId: PgColumn; id: PgColumn }
type LinkOptions = { onDelete?: 'cascade'; indexed?: false }

/** A foreign key within the company, and its index; `indexed: false` where another index begins with the same columns. */
export function linkTo(companyId: PgColumn, column: PgColumn, parent: Parent, options: LinkOptions = {}) {
  const name = `${getTableName(column.table)}_${column.name}`
  const key = foreignKey({
    name: `${name}_fkey`,
    columns: [companyId, column],
    foreignColumns: [parent.companyId, parent.id],
  })
  if (options.onDelete) key.onDelete(options.onDelete)
  return options.indexed === false ? [key] : [key, index(name).on(companyId, column)]
}

function owned(table: { companyId: PgColumn }) {
  const company = foreignKey({
    name: `${getTableName(table.companyId.table)}_company_id_fkey`,
    columns: [table.companyId],
    foreignColumns: [companies.id],
  })
  return [companyPolicy(), company]
}
