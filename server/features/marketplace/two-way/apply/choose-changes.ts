import type { AmazonProductValues, AmazonSkuValues } from '#server/features/products/amazon-listing-queries.ts'
import type { FieldTexts } from '../merge/fields.ts'
import { mergeSkuField, mergeSkuQuantity } from '../plan/plan-sku.ts'
import type { ChangeEnding, OpenChange } from '../queries.ts'
import type { ListedSku } from '../sku-queries.ts'

export type ChosenChange = { change: OpenChange; listed: ListedSku; writes: FieldWrites }

export type SkuCount = { skuId: string; quantity: number }

type AgreedSku = { skuId: string; marketplaceId: string; agreed: Partial<FieldTexts> }

const changedMeanwhile = 'It was changed meanwhile.'

/** Chooses the changes whose two sides still are as planned, and determines the outcome of each. */
export function chooseChanges(open: readonly OpenChange[], listedSkus: readonly ListedSku[], now: Date) {
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

export const productWrites = (chosen: readonly ChosenChange[]): AmazonProductValues[] =>
  mergeRows(
    chosen.flatMap(({ listed: { productId }, writes }) => (writes.product ? [{ productId, ...writes.product }] : [])),
    ({ productId }) => productId,
  )

export const skuWrites = (chosen: readonly ChosenChange[]): AmazonSkuValues[] =>
  mergeRows(
    chosen.flatMap(({ listed: { skuId }, writes }) => (writes.sku ? [{ skuId, ...writes.sku }] : [])),
    ({ skuId }) => skuId,
  )

export const countWrites = (chosen: readonly ChosenChange[]): SkuCount[] =>
  chosen.flatMap(({ listed: { skuId }, writes }) =>
    writes.count === undefined ? [] : [{ skuId, quantity: writes.count }],
  )

/** After applying, both sides have Amazon's value in common. */
export function agreedValues(chosen: readonly ChosenChange[]): AgreedSku[] {
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
