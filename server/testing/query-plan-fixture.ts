import pg from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import { withClient } from './postgres.ts'

/** A node of an execution plan (EXPLAIN JSON). */
type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}

type Plan = { 'Query Text': string; Plan: Step }

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Collects the execution plan of every statement with auto_explain. Only connections opened from now on report plans.
 */
export async function watchPlans(db: Database, adminUrl: string) {
  await withClient(adminUrl, async (admin) => {
    const database = pg.escapeIdentifier(new URL(adminUrl).pathname.slice(1))
    for (const [name, value] of Object.entries(settings))
      await admin.query(`alter database ${database} set ${name} = ${pg.escapeLiteral(value)}`)
  })
  let plans: Plan[] = []
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      if (message.includes('plan:\n')) plans.push(JSON.parse(message.slice(message.indexOf('{'))))
    })
  })
  /** Returns the plans of all statements since the last call. */
  return function takePlans(): Plan[] {
    const taken = plans
    plans = []
    return taken
  }
}

/** Multiplies the planner's row counts by a hundred, because a sequential scan of a small table costs almost nothing. */
export const seemLarge = (admin: pg.Client) =>
  admin.query(`update pg_class set reltuples = reltuples * 100
    where relnamespace = 'public'::regnamespace and reltuples > 0`)

type Bound = { mostRows: number; mayCount: boolean }

/** Plan nodes that read more rows than allowed; with `mayCount` nodes that only count are exempt. */
export function greedySteps({ 'Query Text': text, Plan: root }: Plan, { mostRows, mayCount }: Bound): string[] {
  return stepsOf(root, mayCount)
    .filter((step) => rowsOf(step) > mostRows)
    .map(
      (step) => `${step['Node Type']} ${step['Index Name'] ?? step['Relation Name'] ?? ''} (${rowsOf(step)}): ${text}`,
    )
}

const stepsOf = (step: Step, mayCount: boolean): Step[] =>
  mayCount && isCount(step) ? [] : [step, ...partsOf(step).flatMap((part) => stepsOf(part, mayCount))]

const isCount = (step: Step): boolean => step['Node Type'] === 'Aggregate' && !partsOf(step).some(sorts)

const sorts = (step: Step): boolean => step['Node Type'].includes('Sort') || partsOf(step).some(sorts)

const partsOf = ({ Plans: parts = [] }: Step): Step[] => parts

const rowsOf = (step: Step): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) *
  step['Actual Loops']

export type FilledIds = Record<
  'channel' | 'changeSet' | 'syncRun' | 'promotion' | 'schedule' | 'product' | 'sku' | 'order' | 'tag',
  string
>

/** Fills every table that a list shows with this many rows, without triggers; the counters that triggers maintain are written here too. */
export async function fillCompany(admin: pg.Client, companyId: string, count: number): Promise<FilledIds> {
  await admin.query(`set session_replication_role = 'replica'`)
  for (const statement of [...parents, ...tables]) {
    const { text, values } = fill(statement, companyId, count)
    await admin.query(text, values)
  }
  await admin.query(`set session_replication_role = 'origin'`)
  return findFilledIds(admin, companyId)
}

/** Replaces `:company` and `:rows`; `n` counts the rows and `at` is a time that goes back with `n`. */
const fill = (statement: string, companyId: string, count: number) => {
  const rows = `generate_series(1, ${count}) n cross join lateral (select now() - n * interval '1 minute' as at) as moment`
  return { text: statement.replaceAll(':rows', rows).replaceAll(':company', '$1'), values: [companyId] }
}

const one = (table: string) => `(select id from ${table} where company_id = :company order by id limit 1)`

const numberedRows = (table: string) =>
  `(select id, row_number() over (order by id) as n from ${table} where company_id = :company)`

const word = (...words: string[]) => `(array[${words.map((each) => `'${each}'`).join()}])[1 + n % ${words.length}]`

const seldom = (rare: string, usual: string) => `case when n % 100 = 0 then '${rare}' else '${usual}' end`

/** Parent rows, a few of each. */
const parents = [
  `insert into channels (company_id, id, name, slug, type)
   select :company, new_id(), 'Shop ' || n, 'shop-' || n, 'website' from generate_series(1, 3) n`,
  `insert into amazon_integrations (company_id, id, name, client_id, client_secret, is_active)
   values (:company, new_id(), 'Account', 'client', 'secret', false)`,
  `insert into scheduled_reports (company_id, id, name, report_type, frequency, time_of_day, audience)
   values (:company, new_id(), 'Sales', 'sales', 'daily', '09:00', 'finance')`,
]

const tables = [
  `insert into products (company_id, id, title, brand, category, created_at)
   select :company, new_id(), 'Kettle ' || n, 'Brand ' || n % 20, 'Kitchen', at from :rows`,
  `insert into skus (company_id, id, product_id, sku, asin, is_active)
   select :company, new_id(), id, 'K-' || lpad(n::text, 6, '0'), 'B0' || lpad(n::text, 8, '0'), n % 60 <> 7 from ${numberedRows('products')} p`,
  `insert into stock_levels (company_id, sku_id, source, read_at, qty_available)
   select :company, id, 'amazon', now(), case when n % 100 < 2 then 0 when n % 100 < 5 then 3 else 50 + n % 40 end from ${numberedRows('skus')} s`,
  `insert into catalogue_tallies (company_id, id, products, active_skus)
   select :company, new_id(), (select count(*) from products where company_id = :company), count(*)
   from skus where company_id = :company and is_active`,
  `insert into inventory_snapshots (company_id, id, sku_id, captured_at) select :company, new_id(), ${one('skus')}, at from :rows`,
  `insert into inventory_snapshots (company_id, id, sku_id, captured_at) select :company, new_id(), id, now() from skus where company_id = :company`,
  `insert into low_stock_spells (company_id, id, sku_id, began_at, ended_at)
   select :company, new_id(), id, now() - interval '9 days', now() - interval '5 days' from skus where company_id = :company`,
  `insert into listings (company_id, channel_id, sku_id, sync_status)
   select :company, ${one('channels')}, id, case when n % 50 = 0 then 'failed' else 'synced' end from ${numberedRows('skus')} s`,
  `insert into channel_items (company_id, channel_id, external_id, title, sku_id, matched_by, matched_at, seen_at)
   select :company, ${one('channels')}, s.n::text, 'Item ' || s.n, id, 'sku', now(), now() from ${numberedRows('skus')} s`,
  `insert into customers (company_id, id, first_name) select :company, new_id(), 'Ana' from :rows`,
  `insert into orders (company_id, id, order_number, external_order_id, channel_id, customer_id, customer_name, status, total,
     placed_at, held_at, hold_reason, partial_reason, created_at)
   select :company, c.id, 'O-' || c.n, 'WEB-' || c.n, s.id, c.id, 'Ana Customer ' || c.n,
     case when c.n % 100 = 0 then 'cancelled' when c.n % 2 = 0 then 'placed' else 'delivered' end, 10, now() - c.n * interval '1 minute',
     case when c.n % 80 = 0 then now() end, case when c.n % 80 = 0 then 'Asked' end, case when c.n % 90 = 0 then 'Short' end,
     now() - c.n * interval '1 minute'
   from ${numberedRows('customers')} c join ${numberedRows('channels')} s on s.n = case when c.n % 90 = 0 then 1 else 2 + c.n % 2 end`,
  `insert into order_tallies (company_id, id, channel_id, status, change)
   select :company, new_id(), channel_id, status, count(*) from orders where company_id = :company group by channel_id, status`,
  `insert into order_items (company_id, id, order_id, position, sku_id, sku, quantity, unit_price, total_price)
   select :company, new_id(), o.id, 0, s.id, 'K', 1, 10, 10 from ${numberedRows('orders')} o join ${numberedRows('skus')} s using (n)`,
  `insert into order_tags (company_id, id, name, color) values (:company, new_id(), 'Gift', 'gray')`,
  `insert into tagged_orders (company_id, order_id, tag_id) select :company, id, ${one('order_tags')} from ${numberedRows('orders')} o where n % 50 = 0`,
  `insert into order_assignments (company_id, order_id, user_id, assigned_at)
   select :company, id, new_id(), now() from ${numberedRows('orders')} o where n % 30 = 0`,
  `insert into order_search (company_id, order_id, placed_at, document)
   select company_id, id, placed_at, ' ' || order_number || ' ' || external_order_id from orders where company_id = :company`,
  `insert into order_events (company_id, id, order_id, event, description, actor_type, actor_name, occurred_at)
   select :company, new_id(), id, 'placed', 'Placed', 'system', 'Lockstep', placed_at from orders where company_id = :company`,
  `insert into fulfillments (company_id, id, order_id, status)
   select :company, new_id(), id, 'delivered' from orders where company_id = :company`,
  `insert into stock_holds (company_id, id, sku_id, order_item_id, quantity, ended_at, ending)
   select :company, new_id(), sku_id, id, 1, now(), 'cancelled' from order_items where company_id = :company`,
  `insert into attention_items (company_id, id, order_id, code, reason, raised_at, resolved_at, resolution)
   select :company, new_id(), id, ${word('bad_address', 'totals_differ')}, 'Look', now(),
     case when n % 40 > 0 then now() end, case when n % 40 > 0 then 'Fine' end from ${numberedRows('orders')} o`,
  `insert into audit_log (company_id, id, actor_type, actor_name, action, resource, resource_id, created_at)
   select :company, new_id(), ${word('user', 'job')}, 'Ana', 'order.hold', ${word('order', 'product', 'sku')}, n::text, at from :rows`,
  `insert into change_sets (company_id, id, kind, status, summary, actor_name, created_at)
   select :company, new_id(), 'sheet', 'applied', 'Changed', 'Ana', at from :rows`,
  `insert into change_set_rows (company_id, change_set_id, row_number, resource, resource_id, label, after)
   select :company, ${one('change_sets')}, n, 'sku', id, sku, '{}' from
     (select *, row_number() over (order by id)::int as n from skus where company_id = :company) s`,
  `insert into webhook_events (company_id, id, channel_id, delivery_id, payload, is_verified, is_processed, processed_at, error, created_at)
   select :company, new_id(), ${one('channels')}, n::text, '', true, n % 120 > 0, at, case when n % 60 = 0 then 'Not read' end, at from :rows`,
  `insert into channel_deliveries (company_id, id, channel_id, event_type, event_key, payload, url, status, created_at)
   select :company, new_id(), ${one('channels')}, 'order.shipped', n::text, '', 'https://example.com', 'delivered', at from :rows`,
  `insert into notifications (company_id, id, type, audience, recipient, method, event_key, order_id, message, status, created_at)
   select :company, new_id(), ${seldom('stock_alert', 'order_shipped')}, ${word('customer', 'owner')}, '',
     ${word('email', 'sms')}, n::text, o.id, '', ${seldom('failed', 'sent')}, o.placed_at from
     (select *, row_number() over (order by id) as n from orders where company_id = :company) o`,
  `insert into promotions (company_id, id, code, title, value, created_at)
   select :company, new_id(), 'CODE' || n, 'Sale ' || n, 5, at from :rows`,
  `insert into promotion_redemptions (company_id, id, promotion_id, order_id, discount_amount, redeemed_at)
   select :company, new_id(), ${one('promotions')}, id, 1, placed_at from orders where company_id = :company`,
  `insert into marketplace_sync_runs (company_id, id, integration_id, kind, mode, status, started_at)
   select :company, new_id(), ${one('amazon_integrations')}, ${word('inventory', 'drift')}, 'full', 'completed', at from :rows`,
  `insert into stock_differences (company_id, id, run_id, sku_id, cause)
   select :company, new_id(), ${one('marketplace_sync_runs')}, id, ${word('missed', 'changed_since')} from ${numberedRows('skus')} s`,
  `insert into listing_changes (company_id, id, run_id, sku_id, marketplace_id, field, direction, is_conflict, outcome, created_at)
   select :company, new_id(), ${one('marketplace_sync_runs')}, id, 'US', 'title', ${word('to_amazon', 'to_lockstep')}, n % 50 = 0,
     case when n % 60 = 0 then 'rejected' else 'sent' end, now() - n * interval '1 minute' from ${numberedRows('skus')} s`,
  `insert into report_runs (company_id, id, scheduled_report_id, due_at, status, start_date, end_date)
   select :company, new_id(), ${one('scheduled_reports')}, at, 'sent', now(), now() from :rows`,
]

async function findFilledIds(admin: pg.Client, companyId: string): Promise<FilledIds> {
  const { rows } = await admin.query<FilledIds>(
    `select ${one('channels')} as channel, ${one('change_sets')} as "changeSet", ${one('marketplace_sync_runs')} as "syncRun",
       ${one('promotions')} as promotion, ${one('scheduled_reports')} as schedule, ${one('products')} as product,
       ${one('skus')} as sku, ${one('orders')} as "order", ${one('order_tags')} as tag`.replaceAll(':company', '$1'),
    [companyId],
  )
  const [grown] = rows
  if (!grown) throw new Error('A select without a table has one row')
  return grown
}
