import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChangeSetKind } from '#contract/bulk.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { ProductHistoryEntry } from '#contract/products.ts'
import { shownActorName } from '#server/features/auth/accounts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { preparedVariants } from '#server/platform/db/prepared.ts'
import { currentCompany } from '#server/platform/db/schema/row-security.ts'
import { cursorMoment, decodeCursor, microsecondsOf, toPage } from '#server/platform/paging.ts'
import { fieldChanges } from './record-changes.ts'
import { getProductRowOrThrow } from './queries.ts'

type Fields = Record<string, unknown> | null

type EntryRecord = {
  id: string
  at: string
  key: number
  actorName: string
  action: string | null
  kind: ChangeSetKind | null
  about: string | null
  changeSetId: string | null
  before: Fields
  after: Fields
  total: number
}

const bulkActions: Record<ChangeSetKind, string> = {
  upload: 'upload.apply',
  sheet: 'sheet.save',
  bulk_action: 'bulk-action.apply',
  undo: 'change-set.undo',
  adjustment: 'sku.adjust-stock',
}

/** Entries of bulk changes are identified by change set and row, which is not a UUID. */
const EntryKey = z.tuple([z.int(), z.string().max(100)])

type HistoryQuery = PageQuery & { productId: string }

const productId = sql.placeholder('productId')

const readEntries = preparedVariants<EntryRecord, { hasCursor: boolean }>(
  ({ hasCursor }) => sql`
  with ${entries()}
  select id, at, ${microsecondsOf(sql`at`)} as key, actor_name as "actorName", action, kind, about,
    change_set_id as "changeSetId", before, after, (select count(*)::int from entries) as total
  from entries
  where ${hasCursor ? sql`(at, id) < (${cursorMoment}, ${sql.placeholder('cursorId')}::text)` : sql`true`}
  order by at desc, id desc limit ${sql.placeholder('limit')}`,
)

export async function listProductHistory(tx: Tx, query: HistoryQuery): Promise<Page<ProductHistoryEntry>> {
  const { cursor, limit } = query
  const [cursorAt = null, cursorId = null] = decodeCursor(cursor, EntryKey) ?? []
  const values = { productId: query.productId, cursorAt, cursorId, limit: limit + 1 }
  const [found] = await Promise.all([
    readEntries({ hasCursor: cursor !== undefined })(tx, values),
    getProductRowOrThrow(tx, query.productId),
  ])
  const page = toPage(found, limit, found[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toEntry) }
}

/**
 * Audit entries and bulk changes of the product and its SKUs. SKU ids are cast to text before the join: under row-level
 * security a cast inside the join would prevent the use of the index.
 */
const entries = () => sql`
  own as materialized (select id, id::text as key, sku from skus where product_id = ${productId}),
  entries as materialized (
    select ${audited}, null as about from audit_log entry
    where ${isOurs} and entry.resource = 'product' and entry.resource_id = ${productId}::text
    union all
    select ${audited}, own.sku from own
    join audit_log entry on ${isOurs} and entry.resource = 'sku' and entry.resource_id = own.key
    union all
    select ${bulkChanged}, null from change_set_rows changed join change_sets bulk on bulk.id = changed.change_set_id
    where changed.resource = 'product' and changed.resource_id = ${productId} and ${isDone}
    union all
    select ${bulkChanged}, changed.label from own
    join change_set_rows changed on changed.resource in ('sku', 'stock') and changed.resource_id = own.id
    join change_sets bulk on bulk.id = changed.change_set_id
    where ${isDone}
  )`

/** The audit log's row-level security policy also admits the platform; only this plain condition uses the index. */
const isOurs = sql`entry.company_id = ${currentCompany}`

const audited = sql`entry.id::text as id, entry.created_at as at, ${shownActorName('entry')} as actor_name, entry.action, null as kind,
  null::uuid as change_set_id, entry.changes -> 'before' as before, entry.changes -> 'after' as after`

const bulkChanged = sql`concat_ws(':', bulk.id, changed.row_number, changed.resource),
  coalesce(bulk.applied_at, bulk.created_at), bulk.actor_name, null, bulk.kind, bulk.id, changed.before, changed.after`

const isDone = sql`bulk.status in ('applied', 'undone')`

const toEntry = (entry: EntryRecord): ProductHistoryEntry => ({
  id: entry.id,
  at: iso(entry.at),
  actorName: entry.actorName,
  action: entry.kind ? bulkActions[entry.kind] : (entry.action ?? ''),
  about: entry.about,
  changeSetId: entry.changeSetId,
  changes: fieldChanges(entry.before, entry.after),
})
