import type { Stage } from './stage.ts'

const skuCount = 100_000
const productCount = 50_000
const snapshotsPerSku = 10

/** 100,000 SKUs of 50,000 products with their levels, and 1,000,000 snapshots behind them. */
export async function seedCatalogue({ owner, companyId }: Stage): Promise<void> {
  await owner.query(
    `insert into products (company_id, id, title, brand, category)
     select $1, new_id(), 'Bench product ' || n, 'Brand ' || n % 40, 'Category ' || n % 25
     from generate_series(1, ${productCount}) n`,
    [companyId],
  )
  await owner.query(
    `insert into skus (company_id, id, product_id, sku, asin, price, stock_holder, last_amazon_sync)
     select p.company_id, new_id(), p.id, 'BENCH-' || lpad((p.n * 2 + variant)::text, 7, '0'),
       'B0' || lpad((p.n * 2 + variant)::text, 8, '0'), 1 + p.n % 90, case when variant = 1 then 'amazon' else 'merchant' end, now()
     from (select *, row_number() over () as n from products where company_id = $1 and title like 'Bench product %') p,
       generate_series(0, ${skuCount / productCount - 1}) variant`,
    [companyId],
  )
  await owner.query(
    `update stock_levels l
     set source = 'amazon', read_at = now(), qty_available = abs(hashtext(s.sku)) % 130, qty_reserved = abs(hashtext(s.sku)) % 4
     from skus s
     where s.company_id = l.company_id and s.id = l.sku_id and s.company_id = $1 and s.sku like 'BENCH-%'`,
    [companyId],
  )
  await owner.query(
    `insert into inventory_snapshots (company_id, id, sku_id, qty_available, captured_at)
     select company_id, new_id(), id, (n * 7) % 130, now() - n * interval '9 days'
     from skus, generate_series(1, ${snapshotsPerSku}) n where company_id = $1 and sku like 'BENCH-%'`,
    [companyId],
  )
  await owner.query('vacuum analyze products, skus, stock_levels, inventory_snapshots')
}
