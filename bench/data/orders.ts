import type pg from 'pg'

const linesPerOrder = 3
const ordersPerCustomer = 5

const firstNames =
  'Ana Ben Cara Dario Elena Farid Grace Hugo Ines Jonas Kira Liam Mara Noah Olga Pavel Quinn Rosa Sven Tara Uma Victor Wendy Xenia Yusuf Zoe'
const lastNames =
  'Smith Garcia Novak Okafor Tanaka Rossi Weber Kowalski Andersson Dubois Silva Haddad Petrov Nguyen Murphy Costa Yilmaz Fischer Larsen Moreau Santos Ivanova Schmidt Lindqvist Marino Keller Popescu Horvat Bianchi Jansen Virtanen Takahashi Mbeki Duarte Kovacs Olsen Farouk Delgado Brandt Byrne'

/** A customer name that three orders of each company have. */
export const rareName = 'Ottoline Quillfeather'

/**
 * A company's orders with three lines each and a fifth as many customers. Old ones are delivered, the newest are in progress; a few
 * are held, partial or need attention. Few SKUs make up most of the lines.
 */
export async function fillOrders(owner: pg.Client, companyId: string, orderCount: number): Promise<void> {
  await owner.query(channels, [companyId])
  await owner.query(customers, [companyId, Math.ceil(orderCount / ordersPerCustomer)])
  await owner.query(orders, [companyId, orderCount])
  for (const statement of [lines, attempts, waiting]) await owner.query(statement, [companyId])
}

const channels = `
  insert into channels (company_id, id, name, slug, type)
  select $1, new_id(), 'Bench ' || n, 'bench-' || n, case n when 1 then 'meta_shops' else 'website' end from generate_series(0, 2) n`

const customers = `
  insert into customers (company_id, id, first_name, last_name) select $1, new_id(), 'Bench', 'Customer ' || n from generate_series(1, $2::int) n`

/** A pseudo-random number from 0 to 1 that depends on the text only. */
const chance = (text: string) => `(abs(hashtext(${text})::bigint) / 2147483648.0)`

/**
 * Closed orders are marked as erased, or the hourly purge would run during a measurement. Their names stay, since searches have
 * to find them.
 */
const orders = `
  with shop as materialized (
    select array_agg(id order by slug) as ids from channels where company_id = $1 and slug like 'bench-%'
  ), buyer as materialized (
    select array_agg(id) as ids from customers where company_id = $1 and first_name = 'Bench'
  ), names as (
    select string_to_array('${firstNames}', ' ') as first, string_to_array('${lastNames}', ' ') as last
  )
  insert into orders (company_id, id, order_number, channel_id, external_order_id, customer_id, customer_name, status, subtotal,
    total, placed_at, held_at, hold_reason, partial_reason, shipped_at, delivered_at, cancelled_at, erased_at)
  select $1, new_id(), 'BENCH-' || n, shop.ids[channel + 1],
    case channel when 1 then (76100000000 + n * 13)::text else 'WEB-' || 1000000 + n end,
    buyer.ids[1 + floor(power(${chance(`'c' || n`)}, 1.5) * cardinality(buyer.ids))::int],
    case when n % greatest($2 / 3, 1) = 1 then '${rareName}' else
      first[1 + abs(hashtext('f' || n)) % cardinality(first)] || ' ' || last[1 + abs(hashtext('l' || n)) % cardinality(last)]
    end,
    status, 10 + n % 90, 10 + n % 90, at,
    case when n % 4999 = 0 then at end, case when n % 4999 = 0 then 'Fraud check' end,
    case when n % 6991 = 0 then 'One line is missing' end,
    case when status in ('shipped', 'delivered') then at + interval '1 day' end,
    case when status = 'delivered' then at + interval '4 days' end, case when status = 'cancelled' then at + interval '1 hour' end,
    case when status in ('delivered', 'cancelled') then at + interval '34 days' end
  from shop, buyer, names, generate_series(1, $2::int) n
  cross join lateral (
    select now() - ($2 - n) * interval '30 seconds' as at,
      case when n % 50 = 0 then 2 when n % 5 = 0 then 1 else 0 end as channel,
      case when n > $2 * 0.999 then (array['placed', 'acknowledged', 'sent_to_fulfillment'])[1 + n % 3]
        when n % 41 = 0 then 'cancelled' when n > $2 * 0.99 then 'shipped' else 'delivered' end as status
  ) as made`

const lines = `
  with known as materialized (select array_agg(id) as ids from skus where company_id = $1)
  insert into order_items (company_id, id, order_id, position, sku_id, quantity, unit_price, total_price, title, sku)
  select $1, new_id(), o.id, line, known.ids[1 + floor(power(${chance('o.order_number || line')}, 4) * cardinality(known.ids))::int],
    1 + line % 2, 10, 10 * (1 + line % 2), 'Bench item', 'BENCH-' || line
  from known, orders o, generate_series(0, ${linesPerOrder - 1}) line
  where o.company_id = $1 and o.order_number like 'BENCH-%'`

const attempts = `
  insert into fulfillments (company_id, id, order_id, external_fulfillment_id, status)
  select $1, new_id(), id, order_number || '-1', case status when 'sent_to_fulfillment' then 'planning' else status end
  from orders where company_id = $1 and order_number like 'BENCH-%' and status in ('sent_to_fulfillment', 'shipped', 'delivered')`

const waiting = `
  insert into attention_items (company_id, id, order_id, code, reason, raised_at)
  select $1, new_id(), id, 'bad_address', 'The postal code is missing', placed_at
  from orders where company_id = $1 and order_number like 'BENCH-%' and substr(order_number, 7)::int % 1009 = 0`
