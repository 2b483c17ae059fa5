import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BenchEnvironment } from '../harness/environments.ts'
import type { UploadRow } from '../data/upload-rows.ts'

export type Copy = {
  /** Columns of the temporary table `copied`, which the statements read. */
  columns: string
  /** In the text format of COPY: values separated by tabs. */
  lines: string[]
  /** `$1` is the company's id. */
  statements: readonly string[]
}

/** COPY and then plain statements in one transaction: the fastest way to write many rows. */
export async function copyRows(bare: pg.Client, companyId: string, copy: Copy): Promise<void> {
  await bare.query('begin')
  await bare.query(`create temp table copied (${copy.columns}) on commit drop`)
  // As one chunk: line by line the stream would take longer than PostgreSQL.
  await pipeline(Readable.from([copy.lines.join('\n')]), bare.query(copyFrom('copy copied from stdin')))
  await bare.query('analyze copied')
  for (const statement of copy.statements) await bare.query(statement, [companyId])
  await bare.query('commit')
}

/** Baseline of an upload: only the upserts, without validation, change set or audit entry. */
export async function copyAndUpsert({ bare, companyId }: BenchEnvironment, rows: UploadRow[]): Promise<void> {
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
