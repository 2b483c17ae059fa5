import type pg from 'pg'
import type { StockedRow } from '../amazon-shop.ts'
import { copyRows } from './copy-rows.ts'

/**
 * Baseline of a stock sync: upserts every SKU and level; no sync run, no audit, no comparison except for snapshots.
 */
export async function copyStock(bare: pg.Client, companyId: string, rows: StockedRow[]): Promise<void> {
  // For a new company the planner expects few rows and would choose nested loops.
  await bare.query('set enable_nestloop = off')
  const columns = 'sku text, title text, asin text, fnsku text, quantity int'
  const lines = rows.map(({ sku, title, fulfillable }) => [sku, title, `B0${sku}`, `X0${sku}`, fulfillable].join('\t'))
  await copyRows(bare, companyId, { columns, lines, statements })
}

const home = `(select id from amazon_integrations where company_id = $1)`

const statements = [
  `with fresh as (
     select c.*, new_id() as product_id from copied c
     where not exists (select from skus s where s.company_id = $1 and s.sku = c.sku)
   ), made as (
     insert into products (company_id, id, title) select $1, product_id, title from fresh
   )
   insert into skus (company_id, id, product_id, sku, asin, fnsku, stock_holder, amazon_integration_id, amazon_marketplace_id)
   select $1, new_id(), product_id, sku, asin, fnsku, 'amazon', ${home}, 'ATVPDKIKX0DER' from fresh`,
  `update skus s set asin = c.asin, fnsku = c.fnsku, last_amazon_sync = now()
   from copied c where s.company_id = $1 and s.sku = c.sku`,
  `insert into inventory_snapshots (company_id, id, sku_id, source, qty_available, captured_at)
   select $1, new_id(), s.id, 'amazon', c.quantity, now()
   from copied c join skus s on s.company_id = $1 and s.sku = c.sku
   join stock_levels l on l.company_id = $1 and l.sku_id = s.id
   where l.source is null or l.qty_available <> c.quantity`,
  `update stock_levels l set qty_available = c.quantity, source = 'amazon', read_at = now(), seen_at = now(), updated_at = now()
   from copied c join skus s on s.company_id = $1 and s.sku = c.sku where l.company_id = $1 and l.sku_id = s.id`,
]
