import type { Stage } from './stage.ts'

const orderCount = 1_000_000
const linesPerOrder = 3
const neighbours = 20
const ordersOfNeighbour = 10_000

const firstNames =
  'Ana Ben Cara Dario Elena Farid Grace Hugo Ines Jonas Kira Liam Mara Noah Olga Pavel Quinn Rosa Sven Tara Uma Victor Wendy Xenia Yusuf Zoe'
const lastNames =
  'Smith Garcia Novak Okafor Tanaka Rossi Weber Kowalski Andersson Dubois Silva Haddad Petrov Nguyen Murphy Costa Yilmaz Fischer Larsen Moreau Santos Ivanova Schmidt Lindqvist Marino Keller Popescu Horvat Bianchi Jansen Virtanen Takahashi Mbeki Duarte Kovacs Olsen Farouk Delgado Brandt Byrne'

/** A customer with three orders, among all the others. */
export const rareName = 'Ottoline Quillfeather'

/**
 * A million orders with three lines each in the stage's company, and 20 other companies with 10,000 each. Old ones are
 * delivered, the newest are on their way; a few are held, sent in part, or wait for a person. Without triggers, which would
 * check each row's parents, so the tallies are written here.
 */
export async function seedOrders({ owner, companyId }: Stage): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (id, name) select new_id(), 'Neighbour ' || n from generate_series(1, ${neighbours}) n returning id`,
  )
  // Built at once it takes seconds, and row by row minutes.
  const searchIndex = await owner.query<{ definition: string }>(
    `select pg_get_indexdef('orders_search'::regclass) as definition`,
  )
  await owner.query('drop index orders_search')
  await owner.query(`set session_replication_role = 'replica'`)
  await fill({ owner }, companyId, orderCount)
  for (const { id } of rows) await fill({ owner }, id, ordersOfNeighbour)
  await owner.query(`set session_replication_role = 'origin'`)
  await owner.query(searchIndex.rows[0]?.definition ?? '')
  await owner.query('delete from order_tallies')
  await owner.query(
    `insert into order_tallies (company_id, id, channel_id, status, change)
     select company_id, new_id(), channel_id, status, count(*) from orders group by company_id, channel_id, status`,
  )
  await owner.query(
    'vacuum analyze orders, order_items, order_tallies, fulfillments, attention_items, customers, channels',
  )
}

async function fill({ owner }: Pick<Stage, 'owner'>, companyId: string, count: number): Promise<void> {
  for (const statement of [channels, customers, orders, lines, attempts, waiting]) {
    await owner.query(statement, statement === orders ? [companyId, count] : [companyId])
  }
}

const channels = `
  insert into channels (company_id, id, name, slug, type)
  select $1, new_id(), 'Bench ' || n, 'bench-' || n, case n when 1 then 'meta_shops' else 'website' end from generate_series(0, 2) n`

const customers = `
  insert into customers (company_id, id, email) select $1, new_id(), 'sealed' from generate_series(1, 1000)`

const orders = `
  with shop as materialized (
    select array_agg(id order by slug) as ids from channels where company_id = $1 and slug like 'bench-%'
  ), buyer as materialized (
    select array_agg(id) as ids from customers where company_id = $1 and email = 'sealed'
  ), names as (
    select string_to_array('${firstNames}', ' ') as first, string_to_array('${lastNames}', ' ') as last
  )
  insert into orders (company_id, id, order_number, channel_id, external_order_id, customer_id, customer_name, status, subtotal,
    total, placed_at, held_at, hold_reason, partial_reason, shipped_at, delivered_at, cancelled_at)
  select $1, new_id(), 'BENCH-' || n, shop.ids[channel + 1],
    case channel when 1 then (76100000000 + n * 13)::text else 'WEB-' || 1000000 + n end,
    buyer.ids[1 + n % 1000],
    case when n % ($2 / 3) = 1 then '${rareName}' else
      first[1 + abs(hashtext('f' || n)) % cardinality(first)] || ' ' || last[1 + abs(hashtext('l' || n)) % cardinality(last)]
    end,
    status, 10 + n % 90, 10 + n % 90, at,
    case when n % 4999 = 0 then at end, case when n % 4999 = 0 then 'Fraud check' end,
    case when n % 6991 = 0 then 'One line is missing' end,
    case when status in ('shipped', 'delivered') then at + interval '1 day' end,
    case when status = 'delivered' then at + interval '4 days' end, case when status = 'cancelled' then at + interval '1 hour' end
  from shop, buyer, names, generate_series(1, $2::int) n
  cross join lateral (
    select now() - ($2 - n) * interval '30 seconds' as at,
      case when n % 50 = 0 then 2 when n % 5 = 0 then 1 else 0 end as channel,
      case when n > $2 * 0.999 then (array['placed', 'acknowledged', 'sent_to_fulfillment'])[1 + n % 3]
        when n % 41 = 0 then 'cancelled' when n > $2 * 0.99 then 'shipped' else 'delivered' end as status
  ) as made`

const lines = `
  insert into order_items (company_id, id, order_id, position, quantity, unit_price, total_price, title, sku)
  select $1, new_id(), o.id, line, 1 + line % 2, 10, 10 * (1 + line % 2), 'Bench item', 'BENCH-' || line
  from orders o, generate_series(0, ${linesPerOrder - 1}) line where o.company_id = $1 and o.order_number like 'BENCH-%'`

const attempts = `
  insert into fulfillments (company_id, id, order_id, external_fulfillment_id, status)
  select $1, new_id(), id, order_number || '-1', case status when 'sent_to_fulfillment' then 'planning' else status end
  from orders where company_id = $1 and order_number like 'BENCH-%' and status in ('sent_to_fulfillment', 'shipped', 'delivered')`

const waiting = `
  insert into attention_items (company_id, id, order_id, code, reason, raised_at)
  select $1, new_id(), id, 'bad_address', 'The postal code is missing', placed_at
  from orders where company_id = $1 and order_number like 'BENCH-%' and substr(order_number, 7)::int % 1009 = 0`
