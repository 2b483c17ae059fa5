import type pg from 'pg'
import { timed } from '../harness/measure.ts'
import type { BenchEnvironment } from '../harness/environments.ts'

/** The tables of an order, parents first, with the join condition of their rows. */
const tables = {
  webhook_events: 'o.id = r.order_id',
  customers: 'o.customer_id = r.id',
  customer_addresses: 'o.shipping_address_id = r.id',
  orders: 'o.id = r.id',
  order_items: 'o.id = r.order_id',
  stock_holds:
    'exists (select from order_items i where i.company_id = r.company_id and i.id = r.order_item_id and i.order_id = o.id)',
  order_events: 'o.id = r.order_id',
  notifications: 'o.id = r.order_id',
}
type Table = keyof typeof tables
const names = Object.keys(tables) as Table[]
/** Insert order: a webhook event references its order, so it comes last. */
const insertOrder: Table[] = [...names.filter((name) => name !== 'webhook_events'), 'webhook_events']

type Row = Record<string, unknown>
type OrderRows = Record<Table, Row[]>

/**
 * Baseline of intake: writes the rows of ingested orders again, by bare SQL, into a copy of the company. One transaction for each
 * order, which also updates the stock level of each SKU and the last order number.
 */
export async function createBareOrderWriter(environment: BenchEnvironment, companyId: string, connections: number) {
  const copyId = await copyCompany(environment, companyId)
  const clients = await Promise.all(Array.from({ length: connections }, () => environment.openBare(copyId)))
  const columns = await readColumns(environment)
  return {
    async write(externalIds: readonly number[]): Promise<number> {
      const orders = await readOrders(environment, companyId, copyId, externalIds)
      let next = 0
      const work = async (client: pg.Client) => {
        for (let order = orders[next++]; order; order = orders[next++]) await writeOrder(client, copyId, columns, order)
      }
      return timed(() => Promise.all(clients.map(work)))
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}

async function copyCompany({ owner }: BenchEnvironment, companyId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (id, name) values (new_id(), 'bare-intake') returning id`,
  )
  const copyId = rows[0]?.id ?? ''
  await owner.query('insert into company_settings (company_id) values ($1)', [copyId])
  for (const table of ['channels', 'products', 'skus']) {
    await owner.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('company_id', $2::text))).*
       from ${table} t where company_id = $1`,
      [companyId, copyId],
    )
  }
  await owner.query('update stock_levels set qty_available = 1000000 where company_id = $1', [copyId])
  await owner.query('insert into order_numbers (company_id, last) values ($1, 10000)', [copyId])
  return copyId
}

async function readColumns({ owner }: BenchEnvironment): Promise<Record<Table, string[]>> {
  const { rows } = await owner.query<{ table: Table; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by table_name`,
    [names],
  )
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns])) as Record<Table, string[]>
}

async function readOrders(
  { owner }: BenchEnvironment,
  companyId: string,
  copyId: string,
  externalIds: readonly number[],
): Promise<OrderRows[]> {
  const parts = names.map(
    (name) =>
      `'${name}', coalesce((select json_agg(r) from ${name} r where r.company_id = o.company_id and ${tables[name]}), '[]')`,
  )
  const { rows } = await owner.query<{ rows: OrderRows }>(
    `select json_build_object(${parts.join(', ')}) as rows from orders o
     where o.company_id = $1 and o.external_order_id = any($2) order by o.order_number`,
    [companyId, externalIds.map(String)],
  )
  if (rows.length !== externalIds.length) throw new Error(`${rows.length} of ${externalIds.length} orders came in`)
  for (const { rows: order } of rows)
    for (const name of names) for (const row of order[name]) row['company_id'] = copyId
  return rows.map(({ rows: order }) => order)
}

async function writeOrder(
  client: pg.Client,
  companyId: string,
  columns: Record<Table, string[]>,
  order: OrderRows,
): Promise<void> {
  await client.query('begin')
  for (const table of insertOrder) await insert(client, table, columns[table], order[table])
  for (const { sku_id: skuId, quantity } of order.stock_holds.toSorted(bySku)) {
    await client.query({
      name: 'level',
      text: 'update stock_levels set qty_held = qty_held + $3, updated_at = now() where company_id = $1 and sku_id = $2',
      values: [companyId, skuId, quantity],
    })
  }
  // The row that all orders update comes last, so that its lock is held briefly.
  await client.query({
    name: 'number',
    text: 'update order_numbers set last = last + 1 where company_id = $1',
    values: [companyId],
  })
  await client.query('commit')
}

const bySku = (one: Row, other: Row) => (String(one['sku_id']) < String(other['sku_id']) ? -1 : 1)

async function insert(client: pg.Client, table: Table, columns: string[], rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const places = rows.map(
    (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  )
  await client.query({
    name: `${table} ${rows.length}`,
    text: `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`,
    values: rows.flatMap((row) => columns.map((column) => asParameter(row[column]))),
  })
}

const asParameter = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value
