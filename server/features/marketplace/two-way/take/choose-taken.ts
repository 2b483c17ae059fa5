import type { TakenProduct, TakenSku } from '#server/features/products/queries/amazon-values.ts'
import type { Texts } from '../merge/fields.ts'
import type { Ending, OpenChange } from '../queries/changes.ts'
import type { Side } from '../queries/sides.ts'
import { writesOf, type Writes } from './writes-of.ts'

export type Taken = { change: OpenChange; side: Side; writes: Writes }
export type Count = { skuId: string; quantity: number }
type Agreed = { skuId: string; marketplaceId: string; agreed: Partial<Texts> }

const changedMeanwhile = 'It was changed meanwhile.'

/** Of the planned changes those that still find both sides as the plan saw them, and how all of them end. */
export function chooseTaken(open: readonly OpenChange[], sides: readonly Side[], now: Date) {
  const sideOf = new Map(sides.map((side) => [side.skuId, side]))
  const filled = new Set<string>()
  const taken: Taken[] = []
  const endings = open.map((change): Ending => {
    const side = sideOf.get(change.skuId)
    const writes = side && isAsPlanned(change, side) ? writesOf(change, side, now) : null
    // Of several SKUs that would fill the same field of their product the first does.
    const place = writes?.product && side ? `${side.productId} ${change.field}` : change.id
    if (!side || !writes || filled.has(place)) return { id: change.id, outcome: 'skipped', reason: changedMeanwhile }
    filled.add(place)
    taken.push({ change, side, writes })
    return { id: change.id, outcome: 'taken' }
  })
  return { taken, endings }
}

const isAsPlanned = ({ field, marketplaceId, ours, amazon }: OpenChange, side: Side) =>
  field !== 'listing' &&
  side.marketplaceId === marketplaceId &&
  side.ours[field] === ours &&
  side.amazon[field] === amazon

export const productsOf = (taken: readonly Taken[]): TakenProduct[] =>
  merged(
    taken.flatMap(({ side: { productId }, writes }) => (writes.product ? [{ productId, ...writes.product }] : [])),
    ({ productId }) => productId,
  )

export const skusOf = (taken: readonly Taken[]): TakenSku[] =>
  merged(
    taken.flatMap(({ side: { skuId }, writes }) => (writes.sku ? [{ skuId, ...writes.sku }] : [])),
    ({ skuId }) => skuId,
  )

export const countsOf = (taken: readonly Taken[]): Count[] =>
  taken.flatMap(({ side: { skuId }, writes }) =>
    writes.count === undefined ? [] : [{ skuId, quantity: writes.count }],
  )

/** Both sides have Amazon's word in common now. */
export function agreedOf(taken: readonly Taken[]): Agreed[] {
  const bySku = new Map<string, Agreed>()
  for (const { skuId, marketplaceId, field, amazon } of taken.map(({ change }) => change)) {
    const { agreed } = bySku.get(skuId) ?? { agreed: {} }
    bySku.set(skuId, { skuId, marketplaceId, agreed: { ...agreed, [field]: amazon } })
  }
  return [...bySku.values()]
}

function merged<Row extends object>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) byKey.set(keyOf(row), { ...byKey.get(keyOf(row)), ...row })
  return [...byKey.values()]
}
