import { asc, eq, sql } from 'drizzle-orm'
import type { ChangedResource } from '#contract/bulk.ts'
import { summaryOf } from '#server/features/bulk/change-set.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { changeSetErrors, changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { daysBefore, minutesBefore } from './dates.ts'
import { findActor } from './operator.ts'

/** Adds past uploads and sheet saves, which explain the company's own counts and some prices and titles. */
export async function addBulkChanges(tx: Tx, companyId: string, now: Date): Promise<void> {
  for (const bulk of bulkChanges) {
    const at = bulkChangeMoment(bulk, now)
    const changed = [...(await changedCounts(tx, at)), ...(await changedCells(tx, bulk.edits))]
    await addChangeSet(tx, { companyId, bulk, at, changed })
  }
  await raiseVersions(tx)
}

type DemoChangeSet = { companyId: string; bulk: BulkChange; at: Date; changed: ChangedCell[] }

async function addChangeSet(tx: Tx, { companyId, bulk, at, changed }: DemoChangeSet): Promise<void> {
  const id = newId(at.getTime())
  const { kind, fileName, leftOut } = bulk
  const { actorType, ...operator } = await findActor(tx)
  const rowOf = rowNumbers(changed, bulk)
  const failed = leftOut.length
  const counts = { processed: rowOf.size + failed, created: 0, updated: rowOf.size, failed }
  const header = { companyId, id, kind, fileName, ...operator, ...counts, createdAt: at, appliedAt: at }
  await tx.insert(changeSets).values({ ...header, status: 'applied', summary: summaryOf(counts) })
  await tx
    .insert(changeSetRows)
    .values(changed.map(({ sku, ...row }) => ({ companyId, changeSetId: id, rowNumber: rowOf.get(sku) ?? 0, ...row })))
  if (failed > 0) {
    await tx.insert(changeSetErrors).values(leftOut.map((row) => ({ companyId, changeSetId: id, ...row })))
  }
  await tx.insert(auditLog).values({
    companyId,
    id: newId(at.getTime()),
    actorType,
    ...operator,
    action: kind === 'upload' ? 'upload.apply' : 'sheet.save',
    resource: 'change-set',
    resourceId: id,
    changes: { before: {}, after: kind === 'upload' ? { fileName, ...counts } : counts },
    createdAt: at,
  })
}

/** Row numbers as in Excel, where the heading is row 1. Rows with errors keep their numbers. */
function rowNumbers(changed: ChangedCell[], { leftOut }: BulkChange): Map<string, number> {
  const used = new Set(leftOut.map(({ rowNumber }) => rowNumber))
  const rows = new Map<string, number>()
  let next = 2
  for (const code of new Set(changed.map(({ sku }) => sku).toSorted())) {
    while (used.has(next)) next++
    rows.set(code, next++)
  }
  return rows
}

/** One version per change. A SKU also counts the changes of its quantity and product. */
async function raiseVersions(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update products set version = 1 + changes, updated_at = last from (
      select resource_id, count(*)::int as changes, max(applied_at) as last
      from change_set_rows join change_sets on id = change_set_id where resource = 'product' group by resource_id
    ) as changed where products.id = resource_id`)
  await tx.execute(sql`
    update skus set version = 1 + changes, updated_at = last from (
      select s.id, count(distinct c.id)::int as changes, max(c.applied_at) as last
      from skus s join change_set_rows r on r.resource_id in (s.id, s.product_id)
      join change_sets c on c.id = r.change_set_id group by s.id
    ) as changed where skus.id = changed.id`)
}

/** A changed value; `sku` is the code of the row in which it was typed. */
type ChangedCell = {
  sku: string
  resource: ChangedResource
  resourceId: string
  label: string
  before: Record<string, string | number>
  after: Record<string, string | number | null>
}

/** Counts of one moment with the counts before them; 0 before the first. */
async function changedCounts(tx: Tx, moment: Date): Promise<ChangedCell[]> {
  const { skuId, capturedAt, qtyAvailable } = inventorySnapshots
  const last = sql<number>`coalesce((
    select before.qty_available from inventory_snapshots before
    where before.sku_id = ${skuId} and before.captured_at < ${capturedAt}
    order by before.captured_at desc limit 1), 0)`
  const counts = await tx
    .select({ skuId, sku: skus.sku, quantity: qtyAvailable, last })
    .from(inventorySnapshots)
    .innerJoin(skus, eq(skus.id, skuId))
    .where(eq(capturedAt, moment))
    .orderBy(asc(skus.sku))
  return counts.map(({ skuId: resourceId, sku, quantity, last: before }) => ({
    sku,
    resource: 'stock',
    resourceId,
    label: sku,
    before: { quantity: before },
    after: { quantity },
  }))
}

async function changedCells(tx: Tx, edits: Edit[]): Promise<ChangedCell[]> {
  const all = await tx
    .select({ skus, product: products })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
  return edits.map(({ sku: code, field, before }) => {
    const found = all.find(({ skus: { sku } }) => sku === code)
    if (!found) throw new Error(`The demo catalogue has no SKU ${code}`)
    return { sku: code, before: { [field]: before }, ...valueNow(found, field) }
  })
}

type FoundSku = { skus: typeof skus.$inferSelect; product: typeof products.$inferSelect }

/** A category belongs to the product, whichever SKU's row it was typed in. */
function valueNow({ skus: sku, product }: FoundSku, field: Edit['field']) {
  if (field === 'category') {
    return {
      resource: 'product' as const,
      resourceId: product.id,
      label: product.title,
      after: { category: product.category },
    }
  }
  return { resource: 'sku' as const, resourceId: sku.id, label: sku.sku, after: { [field]: sku[field] } }
}

/** An edited cell with its former value; the new value is in the catalogue. */
type Edit = { sku: string; field: 'price' | 'title' | 'category'; before: string }

/** A past upload or sheet save. */
type BulkChange = {
  kind: 'upload' | 'sheet'
  daysAgo: number
  fileName: string | null
  /** Whether a SKU in the company's own warehouse was counted. */
  counts(sku: string): boolean
  edits: Edit[]
  /** Rows of the file with errors. */
  leftOut: { rowNumber: number; column: string; reason: string }[]
}

const everything = () => true

const frontRacks = (sku: string) => /^HP-(DMT|DOG|HAT|INC|LNT|OTR|STL|TRW)/.test(sku)

const prices: Record<string, string> = {
  'HP-MUG-SPR': '16.00',
  'HP-MUG-FOG': '16.00',
  'HP-MUG-RST': '16.00',
  'HP-MUG-INK': '16.00',
  'HP-SKI-12': '92.00',
  'HP-TOT-NAT': '54.00',
  'HP-DMT-TRE': '38.00',
  'HP-DMT-PLN': '38.00',
}

const priceEdits = Object.entries(prices).map(([sku, before]): Edit => ({ sku, field: 'price', before }))

const sheetEdits: Edit[] = [
  { sku: 'HP-STM-KLP', field: 'title', before: 'Ballast Stoneware Mug, Seaweed' },
  { sku: 'HP-RLT-YLW', field: 'title', before: 'Rain Line Roll-Top Pack, Yellow' },
  { sku: 'HP-DOP-TAN', field: 'category', before: 'Travel' },
]

const leftOut = [
  { rowNumber: 7, column: 'Price', reason: 'Price must be a number' },
  { rowNumber: 19, column: 'Quantity', reason: 'Quantity must be a whole number' },
  { rowNumber: 23, column: 'ASIN', reason: 'ASIN must be ten letters or digits, such as B0C1234567' },
]

/** Oldest first. All counts of the company's own warehouse come from these. */
export const bulkChanges: BulkChange[] = [
  { kind: 'upload', daysAgo: 84, fileName: 'opening-stock.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 42, fileName: 'warehouse-count.xlsx', counts: everything, edits: [], leftOut: [] },
  { kind: 'upload', daysAgo: 9, fileName: 'new-prices.xlsx', counts: everything, edits: priceEdits, leftOut },
  { kind: 'sheet', daysAgo: 2, fileName: null, counts: frontRacks, edits: sheetEdits, leftOut: [] },
]

export const bulkChangeMoment = ({ daysAgo }: BulkChange, now: Date) => minutesBefore(daysBefore(now, daysAgo), 155)
