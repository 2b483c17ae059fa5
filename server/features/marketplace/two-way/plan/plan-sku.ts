import { type FieldTexts, type SyncedField, syncedFields } from '../merge/fields.ts'
import { mergeField, mergeQuantity, type MergeResult, type QuantityMergeResult } from '../merge/merge-field.ts'
import type { FieldChange, StoredSent } from '../queries.ts'
import type { ListedSku } from '../sku-queries.ts'

export type SkuPlan = { changes: FieldChange[]; agreed: Partial<FieldTexts>; sent: StoredSent }

const directions = { send: 'to_amazon', take: 'to_lockstep' } as const

type PlanOptions = { now: Date; importsOnly: boolean }

/**
 * Plans the changes of a SKU and its listing, and the new merge state. With `importsOnly`, changes to send and
 * conflicts are left for a later sync.
 */
export function planSku(side: ListedSku, { now, importsOnly }: PlanOptions): SkuPlan {
  const plan: SkuPlan = { changes: [], agreed: { ...side.agreed }, sent: { ...side.sent } }
  delete plan.sent.listing
  for (const field of syncedFields) {
    const merged = mergeSkuField(side, field, now)
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

/** Null if the field is not synced for this SKU. */
export function mergeSkuField(side: ListedSku, field: SyncedField, now: Date): MergeResult | null {
  switch (field) {
    case 'title':
      return mergeTextField(withOwnTitle(side), field, { takes: true, canBeEmptied: false, now })
    case 'price':
      return side.isPriced ? mergeTextField(side, field, { takes: true, canBeEmptied: false, now }) : null
    case 'quantity':
      return side.isHeldByMerchant ? mergeSkuQuantity(side, now) : null
    case 'brand':
    case 'description':
    case 'bulletPoints':
      return mergeTextField(side, field, { takes: side.isOnlySku, canBeEmptied: true, now })
  }
}

/** A product title shared by several SKUs is not the SKU's own, so Amazon's title wins on the first sync. */
const withOwnTitle = (side: ListedSku): ListedSku => {
  const isShared = !side.hasOwnTitle && !side.isOnlySku && side.agreed.title === undefined
  return isShared ? { ...side, ours: { ...side.ours, title: null } } : side
}

type MergeRules = { takes: boolean; canBeEmptied: boolean; now: Date }

const mergeTextField = (side: ListedSku, field: Exclude<SyncedField, 'quantity'>, rules: MergeRules): MergeResult =>
  mergeField({
    ours: side.ours[field],
    oursEditedAt: side.editedAt[field],
    amazon: side.amazon[field],
    amazonChangedAt: side.changedAt,
    agreed: side.agreed[field],
    sent: side.sent[field] ?? [],
    ...rules,
  })

export const mergeSkuQuantity = (side: ListedSku, now: Date): QuantityMergeResult => {
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
