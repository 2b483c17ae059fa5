import type pg from 'pg'
import { timed } from '../harness/measure.ts'
import type { BenchEnvironment } from '../harness/environments.ts'

/** What an order is made of, parents first, and how its rows are found. */
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
/** A webhook names its order, so it is written after it. */
const inOrder: Table[] = [...names.filter((name) => name !== 'webhook_events'), 'webhook_events']

type Row = Record<string, unknown>
type OrderRows = Record<Table, Row[]>

/**
 * Writes again, into a company of the same SKUs and channel, the rows that orders have been made of here: one
 * transaction for each order, with the level of each SKU and the last order number brought up to date.
 */
export async function openBareOrders(stage: BenchEnvironment, companyId: string, connections: number) {
  const peerId = await copyCompany(stage, companyId)
  const clients = await Promise.all(Array.from({ length: connections }, () => stage.openBare(peerId)))
  const columns = await readColumns(stage)
  return {
    async write(externalIds: readonly number[]): Promise<number> {
      const orders = await readOrders(stage, companyId, peerId, externalIds)
      let next = 0
      const work = async (client: pg.Client) => {
        for (let order = orders[next++]; order; order = orders[next++]) await writeOrder(client, peerId, columns, order)
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
  const peerId = rows[0]?.id ?? ''
  await owner.query('insert into company_settings (company_id) values ($1)', [peerId])
  for (const table of ['channels', 'products', 'skus']) {
    await owner.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('company_id', $2::text))).*
       from ${table} t where company_id = $1`,
      [companyId, peerId],
    )
  }
  await owner.query('update stock_levels set qty_available = 1000000 where company_id = $1', [peerId])
  await owner.query('insert into order_numbers (company_id, last) values ($1, 10000)', [peerId])
  return peerId
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
  peerId: string,
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
    for (const name of names) for (const row of order[name]) row['company_id'] = peerId
  return rows.map(({ rows: order }) => order)
}

async function writeOrder(
  client: pg.Client,
  companyId: string,
  columns: Record<Table, string[]>,
  order: OrderRows,
): Promise<void> {
  await client.query('begin')
  for (const table of inOrder) await insert(client, table, columns[table], order[table])
  for (const { sku_id: skuId, quantity } of order.stock_holds.toSorted(bySku)) {
    await client.query({
      name: 'level',
      text: 'update stock_levels set qty_held = qty_held + $3, updated_at = now() where company_id = $1 and sku_id = $2',
      values: [companyId, skuId, quantity],
    })
  }
  // What all orders want to change comes last, so that they wait for each other as briefly as can be.
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
