import type { ListingField } from '#contract/two-way-words.ts'
import { syncedFields, type SyncedField, type Texts } from '../merge/fields.ts'
import { mergeField, type Merged } from '../merge/merge-field.ts'
import { mergeQuantity, type MergedQuantity } from '../merge/merge-quantity.ts'
import type { KeptSent } from '../queries/kept.ts'
import type { Side } from '../queries/sides.ts'

export type PlannedChange = {
  skuId: string
  marketplaceId: string
  field: ListingField
  direction: 'to_amazon' | 'to_lockstep'
  ours: string | null
  amazon: string | null
  isConflict: boolean
}

export type SidePlan = { changes: PlannedChange[]; agreed: Partial<Texts>; sent: KeptSent }

const directions = { send: 'to_amazon', take: 'to_lockstep' } as const

type Manner = { now: Date; importsOnly: boolean }

/**
 * What is to be done about a SKU and its listing, and what is known of them from now on. Who only imports leaves alone,
 * as if it were unknown, what would be sent and what both sides say differently.
 */
export function planSide(side: Side, { now, importsOnly }: Manner): SidePlan {
  const plan: SidePlan = { changes: [], agreed: { ...side.agreed }, sent: { ...side.sent } }
  delete plan.sent.listing
  for (const field of syncedFields) {
    const merged = mergeOf(side, field, now)
    if (!merged) continue
    const { action, isConflict, agreed, sent } = merged
    if (importsOnly && (action === 'send' || isConflict)) continue
    if (agreed !== undefined) plan.agreed[field] = agreed
    if (sent.length > 0) plan.sent[field] = [...sent]
    else delete plan.sent[field]
    if (action !== 'send' && action !== 'take') continue
    const { skuId, marketplaceId, ours, amazon } = side
    const direction = directions[action]
    plan.changes.push({ skuId, marketplaceId, field, direction, ours: ours[field], amazon: amazon[field], isConflict })
  }
  return plan
}

/** Null where the field takes no part. */
export function mergeOf(side: Side, field: SyncedField, now: Date): Merged | null {
  switch (field) {
    case 'title':
      return merge(withOwnTitle(side), field, { takes: true, canBeEmptied: false, now })
    case 'price':
      return side.isPriced ? merge(side, field, { takes: true, canBeEmptied: false, now }) : null
    case 'quantity':
      return side.isHeldByMerchant ? mergeQuantityOf(side, now) : null
    case 'brand':
    case 'description':
    case 'bulletPoints':
      return merge(side, field, { takes: side.isOnlySku, canBeEmptied: true, now })
  }
}

/** The title of a product with several SKUs is none of theirs, so the first word on it is Amazon's. */
const withOwnTitle = (side: Side): Side => {
  const isShared = !side.hasOwnTitle && !side.isOnlySku && side.agreed.title === undefined
  return isShared ? { ...side, ours: { ...side.ours, title: null } } : side
}

type Rules = { takes: boolean; canBeEmptied: boolean; now: Date }

const merge = (side: Side, field: Exclude<SyncedField, 'quantity'>, rules: Rules): Merged =>
  mergeField({
    ours: side.ours[field],
    oursEditedAt: side.editedAt[field],
    amazon: side.amazon[field],
    amazonChangedAt: side.changedAt,
    agreed: side.agreed[field],
    sent: side.sent[field] ?? [],
    ...rules,
  })

export const mergeQuantityOf = (side: Side, now: Date): MergedQuantity => {
  const { quantity: agreed } = side.agreed
  return mergeQuantity({
    ours: side.values.quantity,
    countedAt: side.countedAt,
    amazon: side.amazonValues.quantity,
    amazonChangedAt: side.changedAt,
    agreed: typeof agreed === 'string' ? Number(agreed) : agreed,
    sent: side.sent.quantity ?? [],
    now,
  })
}
