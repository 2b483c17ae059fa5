import { copyRows } from './copy-rows.ts'
import type { Row } from '../rows.ts'
import type { BenchEnvironment } from '../stage/stage.ts'

/** The least that has to happen to the tables for these rows: no checks, no change set, no audit entry. */
export async function copyAndUpsert({ bare, companyId }: BenchEnvironment, rows: Row[]): Promise<void> {
  const columns = 'sku text, title text, price numeric, quantity int'
  const lines = rows.map(({ sku, title, price, quantity }) => [sku, title, price, quantity].join('\t'))
  await copyRows(bare, companyId, { columns, lines, statements })
}

const statements = [
  `with fresh as (
     select c.*, new_id() as product_id from copied c
     where not exists (select from skus s where s.company_id = $1 and s.sku = c.sku)
   ), made as (
     insert into products (company_id, id, title) select $1, product_id, title from fresh
   )
   insert into skus (company_id, id, product_id, sku, title, price)
   select $1, new_id(), product_id, sku, title, price from fresh`,
  `update skus s set title = c.title, price = c.price, version = s.version + 1, updated_at = now()
   from copied c where s.company_id = $1 and s.sku = c.sku and (s.title, s.price) is distinct from (c.title, c.price)`,
  `insert into inventory_snapshots (company_id, id, sku_id, source, qty_available, captured_at)
   select $1, new_id(), s.id, 'upload', c.quantity, now() from copied c join skus s on s.company_id = $1 and s.sku = c.sku`,
  `update stock_levels l set qty_available = c.quantity, source = 'upload', read_at = now(), updated_at = now()
   from copied c join skus s on s.company_id = $1 and s.sku = c.sku where l.company_id = $1 and l.sku_id = s.id`,
]
