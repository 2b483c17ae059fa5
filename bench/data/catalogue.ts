import type pg from 'pg'

const snapshotsPerSku = 10

/** SKUs with their stock levels and ten snapshots each; two SKUs per product. */
export async function fillCatalogue(owner: pg.Client, companyId: string, skuCount: number): Promise<void> {
  await owner.query(products, [companyId, Math.floor((skuCount + 1) / 2)])
  await owner.query(skus, [companyId, skuCount])
  await owner.query(levels, [companyId])
  await owner.query(snapshots(snapshotsPerSku), [companyId])
}

const products = `
  insert into products (company_id, id, title, brand, category, created_at)
  select $1, new_id(), 'Bench product ' || n, 'Brand ' || n % 40, 'Category ' || n % 25, now() - ($2 - n) * interval '1 minute'
  from generate_series(1, $2::int) n`

const skus = `
  insert into skus (company_id, id, product_id, sku, asin, price, stock_holder, last_amazon_sync)
  select $1, new_id(), p.id, 'BENCH-' || lpad(n::text, 7, '0'), 'B0' || lpad(n::text, 8, '0'), 1 + n % 90,
    case when n % 2 = 1 then 'amazon' else 'merchant' end, now()
  from generate_series(2, $2::int + 1) n
  join (
    select id, substr(title, 15)::int as number from products where company_id = $1 and title like 'Bench product %'
  ) p on p.number = n / 2`

const levels = `
  update stock_levels l
  set source = 'amazon', read_at = now(), qty_available = abs(hashtext(s.sku)) % 130, qty_reserved = abs(hashtext(s.sku)) % 4
  from skus s
  where s.company_id = l.company_id and s.id = l.sku_id and s.company_id = $1 and s.sku like 'BENCH-%'`

/** `$1` is the company. */
export const snapshots = (perSku: number) => `
  insert into inventory_snapshots (company_id, id, sku_id, qty_available, captured_at)
  select company_id, new_id(), id, (n * 7) % 130, now() - n * interval '9 days'
  from skus, generate_series(1, ${perSku}) n where company_id = $1 and sku like 'BENCH-%'`
