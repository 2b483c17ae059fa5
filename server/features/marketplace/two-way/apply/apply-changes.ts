import { sql } from 'drizzle-orm'
import { formatMessage, say } from '#contract/i18n.ts'
import { lockLevels } from '#server/features/inventory/levels.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import {
  type AmazonProductValues,
  type AmazonSkuValues,
  applyAmazonValues,
} from '#server/features/products/amazon-listing-queries.ts'
import { lockRows } from '#server/features/products/sku-queries.ts'
import { type AuditEntry, recordAudit, recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FieldTexts } from '../merge/fields.ts'
import { mergeSkuField, mergeSkuQuantity } from '../plan/plan-sku.ts'
import {
  addAgreedValues,
  type ChangeEnding,
  listOpenChanges,
  type OpenChange,
  recordChangeOutcomes,
} from '../queries.ts'
import { type ListedSku, readListedSkus } from '../sku-queries.ts'
import { commitStep, type TwoWayProgress, type TwoWaySync } from '../two-way-run.ts'

const changesPerBatch = 500

/** Applies Amazon's changes to our SKUs if both sides are still as planned. */
export async function applyChanges(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const query = { companyId: ctx.companyId, runId: run.id, direction: 'to_lockstep', limit: changesPerBatch } as const
  let progress = before
  for (;;) {
    const open = await ctx.transaction((tx) => listOpenChanges(tx, query))
    if (open.length === 0) return progress
    progress = await commitStep(twoWay, (tx) => applyBatch(tx, twoWay, open, progress))
  }
}

async function applyBatch(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  open: readonly OpenChange[],
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { companyId } = ctx
  const account = { companyId, accountId: run.accountId }
  const skuIds = [...new Set(open.map(({ skuId }) => skuId))]
  await lockSkus(tx, companyId, skuIds)
  const listedSkus = await readListedSkus(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const { chosen, endings } = chooseChanges(open, listedSkus, ctx.clock.now())
  await applyAmazonValues(tx, companyId, { products: productWrites(chosen), skus: skuWrites(chosen) })
  await writeCounts(tx, companyId, countWrites(chosen), ctx.clock.now())
  await addAgreedValues(tx, account, agreedValues(chosen))
  await recordChangeOutcomes(tx, companyId, endings)
  await auditAppliedChanges(tx, ctx, run.id, chosen)
  return { ...progress, rowsChanged: progress.rowsChanged + chosen.length }
}

async function lockSkus(tx: Tx, companyId: string, skuIds: readonly string[]): Promise<void> {
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  const products = sql`select distinct product_id from skus where company_id = ${companyId} and id in (${skus})`
  await lockRows(tx, companyId, 'products', products)
  await lockRows(tx, companyId, 'skus', skus)
  await lockLevels(tx, companyId, skus)
}

async function writeCounts(tx: Tx, companyId: string, counted: readonly SkuCount[], readAt: Date): Promise<void> {
  if (counted.length === 0) return
  const counts = sql`
    select "skuId" as sku_id, quantity as qty_available, null::int as qty_reserved, null::int as qty_inbound
    from json_to_recordset(${JSON.stringify(counted)}::json) as counted("skuId" uuid, quantity int)`
  await recordCounts(tx, { companyId, source: 'amazon', readAt, counts })
}

/** One audit entry for the batch, and one per product and SKU, with Amazon as the actor. */
async function auditAppliedChanges(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  applied: readonly ChosenChange[],
): Promise<void> {
  if (applied.length === 0) return
  const { companyId, origin } = ctx
  const counted: Record<string, number> = {}
  for (const { field } of applied.map(({ change }) => change)) counted[field] = (counted[field] ?? 0) + 1
  await recordAudit(tx, ctx, {
    action: 'amazon.take-changes',
    resource: 'sync-run',
    resourceId: runId,
    companyId,
    after: counted,
  })
  await recordAudits(tx, { actor: { type: 'job', name: 'Amazon' }, origin }, auditEntries(companyId, applied))
}

function auditEntries(companyId: string, applied: readonly ChosenChange[]): AuditEntry[] {
  const entries = new Map<string, AuditEntry>()
  for (const { change, listed, writes } of applied) {
    const resource = writes.product ? 'product' : 'sku'
    const resourceId = writes.product ? listed.productId : listed.skuId
    const { before, after } = entries.get(resourceId) ?? {}
    const isCount = writes.count !== undefined
    entries.set(resourceId, {
      action: `${resource}.update`,
      resource,
      resourceId,
      companyId,
      before: { ...before, [change.field]: isCount ? listed.qtyAvailable : change.ours },
      after: { ...after, [change.field]: isCount ? writes.count : change.amazon },
    })
  }
  return [...entries.values()]
}

type ChosenChange = { change: OpenChange; listed: ListedSku; writes: FieldWrites }

type SkuCount = { skuId: string; quantity: number }

type AgreedSku = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts> }

const changedMeanwhile = formatMessage(say('It was changed in the meantime.'))

/** Chooses the changes whose two sides still are as planned, and determines the outcome of each. */
function chooseChanges(open: readonly OpenChange[], listedSkus: readonly ListedSku[], now: Date) {
  const listedBySku = new Map(listedSkus.map((listed) => [listed.skuId, listed]))
  const filled = new Set<string>()
  const chosen: ChosenChange[] = []
  const endings = open.map((change): ChangeEnding => {
    const listed = listedBySku.get(change.skuId)
    const writes = listed && isAsPlanned(change, listed) ? planWrites(change, listed, now) : null
    // If several SKUs would set the same field of their product, the first one does.
    const target = writes?.product && listed ? `${listed.productId} ${change.field}` : change.id
    if (!listed || !writes || filled.has(target)) return { id: change.id, outcome: 'skipped', reason: changedMeanwhile }
    filled.add(target)
    chosen.push({ change, listed, writes })
    return { id: change.id, outcome: 'taken' }
  })
  return { chosen, endings }
}

const isAsPlanned = ({ field, marketplaceId, ours, amazon }: OpenChange, listed: ListedSku) =>
  field !== 'listing' &&
  listed.marketplaceId === marketplaceId &&
  listed.ours[field] === ours &&
  listed.amazon[field] === amazon

const productWrites = (chosen: readonly ChosenChange[]): AmazonProductValues[] =>
  mergeRows(
    chosen.flatMap(({ listed: { productId }, writes }) => (writes.product ? [{ productId, ...writes.product }] : [])),
    ({ productId }) => productId,
  )

const skuWrites = (chosen: readonly ChosenChange[]): AmazonSkuValues[] =>
  mergeRows(
    chosen.flatMap(({ listed: { skuId }, writes }) => (writes.sku ? [{ skuId, ...writes.sku }] : [])),
    ({ skuId }) => skuId,
  )

const countWrites = (chosen: readonly ChosenChange[]): SkuCount[] =>
  chosen.flatMap(({ listed: { skuId }, writes }) =>
    writes.count === undefined ? [] : [{ skuId, quantity: writes.count }],
  )

/** After applying, both sides have Amazon's value in common. */
function agreedValues(chosen: readonly ChosenChange[]): AgreedSku[] {
  const bySku = new Map<string, AgreedSku>()
  for (const { skuId, marketplaceId, field, amazon } of chosen.map(({ change }) => change)) {
    const { agreed } = bySku.get(skuId) ?? { agreed: {} }
    bySku.set(skuId, { skuId, marketplaceId, agreed: { ...agreed, [field]: amazon } })
  }
  return [...bySku.values()]
}

function mergeRows<Row extends object>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) byKey.set(keyOf(row), { ...byKey.get(keyOf(row)), ...row })
  return [...byKey.values()]
}

type FieldWrites = {
  product?: Omit<AmazonProductValues, 'productId'>
  sku?: Omit<AmazonSkuValues, 'skuId'>
  /** New quantity on hand. */
  count?: number
}

/** What applying Amazon's value writes here; null when it no longer has to be applied. */
function planWrites({ field }: OpenChange, listed: ListedSku, now: Date): FieldWrites | null {
  if (field === 'listing' || mergeSkuField(listed, field, now)?.action !== 'take') return null
  if (field === 'quantity') return countWrite(listed, now)
  const word = listed.amazon[field]
  if (word === null) return null
  switch (field) {
    case 'title':
      return titleWrites(word, listed)
    case 'price':
      return { sku: { price: word } }
    case 'bulletPoints':
      return { product: { bulletPoints: word.split('\n') } }
    case 'brand':
    case 'description':
      return { product: { [field]: word } }
  }
}

/** The title of a product's only SKU belongs to the product, unless the SKU has its own. */
const titleWrites = (title: string, { isOnlySku, hasOwnTitle }: ListedSku): FieldWrites => ({
  ...(isOnlySku && { product: { title } }),
  ...((hasOwnTitle || !isOnlySku) && { sku: { title } }),
})

function countWrite(listed: ListedSku, now: Date): FieldWrites | null {
  const { sold } = mergeSkuQuantity(listed, now)
  const { quantity } = listed.amazonValues
  if (quantity === null) return null
  return { count: sold === null ? quantity : Math.max(listed.qtyAvailable - sold, 0) }
}
