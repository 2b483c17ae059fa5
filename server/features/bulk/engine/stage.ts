import { sql } from 'drizzle-orm'
import type { SheetUpdate } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Where the wanted rows stand while they are compared. Null leaves a cell as it is; an empty category clears it. */
export async function createStaging(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table staged (
      row_number int not null, sku_id uuid, version int,
      sku text, title text, price numeric(10, 2), quantity int, asin text, category text,
      clears_price boolean not null default false, clears_asin boolean not null default false
    ) on commit drop`)
}

/** `chunk` is a JSON text of `UploadRow[]`. */
export async function stageUploadRows(tx: Tx, chunk: string): Promise<void> {
  await tx.execute(sql`
    insert into staged (row_number, sku, title, price, quantity, asin, category)
    select "row", sku, title, price, quantity, asin, category
    from json_to_recordset(${chunk}::json)
      as given("row" int, sku text, title text, price numeric, quantity int, asin text, category text)`)
}

export async function stageSheetUpdates(tx: Tx, updates: SheetUpdate[]): Promise<void> {
  await tx.execute(sql`
    insert into staged
    select row_number, id, version, sku, title, price, quantity, asin, category, clears_price, clears_asin
    from json_to_recordset(${JSON.stringify(updates.map(toStaged))}::json)
      as given(row_number int, id uuid, version int, sku text, title text, price numeric, quantity int, asin text,
        category text, clears_price boolean, clears_asin boolean)`)
}

const toStaged = ({ category, ...update }: SheetUpdate, index: number) => ({
  ...update,
  row_number: index + 1,
  category: category === null ? '' : category,
  clears_price: update.price === null,
  clears_asin: update.asin === null,
})

/** A temporary table has no statistics by itself, and joins of 50,000 rows are planned by them. */
export async function analyzeStaging(tx: Tx): Promise<void> {
  await tx.execute(sql`analyze staged`)
}
