import { compare } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const limit = 3

/** Matching SKUs from an index only, then the list fields of the first 51. */
const list = (where: string) => `
  with page as (select s.id, s.sku from skus s where s.is_active and ${where} order by s.sku limit 51)
  select s.id, s.sku, s.asin, s.fnsku, s.product_id, p.title, s.title, l.qty_free, l.qty_reserved + l.qty_held, l.qty_inbound,
    s.stock_holder, greatest(s.last_amazon_sync, l.seen_at)
  from page join skus s on s.id = page.id
  join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
  join products p on p.company_id = s.company_id and p.id = s.product_id
  order by page.sku`

const active = `stock_levels l where not exists (
  select from skus i where i.company_id = l.company_id and i.id = l.sku_id and not i.is_active)`

const isLow = 'l.qty_free between 1 and 10'
const hasLowLevel = `exists (select from stock_levels l where l.company_id = s.company_id and l.sku_id = s.id and ${isLow})`
const isFound = `(s.sku ilike '%bench-00123%' or s.asin ilike '%bench-00123%')`

const cases = [
  {
    what: 'inventory, first page',
    path: '/api/inventory',
    sql: [list('true'), `select count(*) from ${active}`],
  },
  {
    what: 'inventory, low stock',
    path: '/api/inventory?status=low_stock',
    sql: [list(hasLowLevel), `select count(*) from ${active} and ${isLow}`],
  },
  {
    what: 'inventory, searched',
    path: '/api/inventory?search=bench-00123',
    sql: [
      `with found as materialized (select s.id, s.sku from skus s where s.is_active and ${isFound})
       select *, (select count(*) from found) from found order by sku limit 51`,
    ],
  },
  {
    what: 'inventory summary',
    path: '/api/inventory/summary',
    sql: [
      `select count(*), count(*) filter (where l.qty_free <= 10), count(*) filter (where l.qty_free = 0), sum(l.qty_free)
       from ${active}`,
    ],
  },
]

/** Inventory lists of the large company against bare SQL; none of them may read the snapshots (history). */
export async function benchInventory(environment: BenchEnvironment): Promise<Figure[]> {
  const figures: Figure[] = []
  const before = await historyScans(environment)
  for (const { what, path, sql } of cases) {
    const { ours, bare } = await compare(
      () => get(environment, path),
      async () => {
        for (const statement of sql) await environment.bare.query(statement)
      },
    )
    figures.push(figureAgainst('bare SQL', bare, { what, ours, unit: 'ms', atMost: limit }))
  }
  const scans = (await historyScans(environment)) - before
  return [...figures, figure({ what: 'inventory, reads of the history', ours: scans, unit: 'scans', atMost: 0 })]
}

async function get({ url, headers }: BenchEnvironment, path: string): Promise<void> {
  const reply = await fetch(url + path, { headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  await reply.arrayBuffer()
}

async function historyScans({ owner }: BenchEnvironment): Promise<number> {
  await owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ scans: string }>(
    `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'inventory_snapshots'`,
  )
  return Number(rows[0]?.scans ?? 0)
}
